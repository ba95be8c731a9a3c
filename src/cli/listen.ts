import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Where to listen, as `server.listen` takes it. */
export interface ListenAddress {
  /** The descriptor of a socket that the supervisor holds, in place of port and host. */
  readonly fd?: number;
  /** 0 lets the system pick a free port. */
  readonly port?: number;
  /** A name or an address; absent for all interfaces, IPv4 and IPv6. */
  readonly host?: string;
}

/** Thrown when the server cannot listen. The message says why. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Starts to listen.
 * @returns the base URL for a browser on this machine
 * @throws {ListenError} if the server cannot listen there, or the inherited socket is not a TCP
 * socket
 */
export async function listen(server: Server, address: ListenAddress): Promise<string> {
  try {
    await once(server.listen(address), 'listening');
  } catch (error) {
    throw new ListenError(reasonOf(error as NodeJS.ErrnoException, address), { cause: error });
  }
  const bound = server.address();
  // Node would also listen on a Unix domain socket, whose address is its path.
  if (bound === null || typeof bound === 'string') {
    throw new ListenError('LISTEN_FDS: expected a TCP socket');
  }
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${isWildcardAddress(bound) ? 'localhost' : host}:${bound.port}`;
}

/**
 * @param server one that `listen` has started
 * @returns the base URLs for other machines in the network, with IPv4 addresses; none unless the
 * server listens on all interfaces
 */
export function networkUrls(server: Server, interfaces = networkInterfaces()): string[] {
  const bound = server.address() as AddressInfo;
  if (!isWildcardAddress(bound)) return [];
  const addresses = Object.values(interfaces).flatMap((each) => each ?? []);
  const external = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal);
  return external.map(({ address }) => `http://${address}:${bound.port}`);
}

function isWildcardAddress({ address }: AddressInfo): boolean {
  return address === '::' || address === '0.0.0.0';
}

function reasonOf(error: NodeJS.ErrnoException, { port }: ListenAddress): string {
  const advice = 'choose another --port';
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use: stop the program that listens there, or ${advice}`;
    case 'EACCES':
      return `the system does not allow port ${port} (privileged or reserved): ${advice}`;
    default:
      return `cannot listen: ${error.message}`;
  }
}

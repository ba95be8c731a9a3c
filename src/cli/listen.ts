import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { asTyped } from './npm.ts';

/**
 * Where to listen, as `server.listen` takes it: on `fd`, a socket that the supervisor holds, or else on `port`
 * (0 lets the system pick a free one) of `host` (if empty, of all interfaces, IPv4 and IPv6).
 */
export interface ListenAddress {
  fd?: number;
  port?: number;
  host?: string;
  /** Where the host comes from, for messages. */
  hostSetting?: '--host' | 'HOST';
}

/** The server cannot listen on this address. The message says why, and what to do about it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * @param env says whether npm runs this process, for advice on what to type
 * @returns the base URL for a browser on this machine
 * @throws {ListenError} if the server cannot listen there, or not on a TCP socket
 */
export async function listen(
  server: Server,
  address: ListenAddress,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  try {
    await once(server.listen(address), 'listening');
    const bound = server.address();
    // Node would also listen on a Unix domain socket.
    if (bound === null || typeof bound === 'string') throw new Error('not a TCP socket');
    const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
    return `http://${isOnAllInterfaces(bound) ? 'localhost' : name}:${bound.port}`;
  } catch (error) {
    throw new ListenError(reasonFor(error as Error, address, env), { cause: error });
  }
}

/** @returns the base URLs, by IPv4 addresses, for other machines, if a server that listens does so on all interfaces */
export function networkUrls(server: Server): string[] {
  const bound = server.address() as AddressInfo;
  if (!isOnAllInterfaces(bound)) return [];
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const others = all.filter(({ family, internal }) => family === 'IPv4' && !internal);
  return others.map(({ address }) => `http://${address}:${bound.port}`);
}

function isOnAllInterfaces({ address }: AddressInfo): boolean {
  return address === '::' || address === '0.0.0.0';
}

function reasonFor(error: NodeJS.ErrnoException, address: ListenAddress, env: NodeJS.ProcessEnv) {
  const { port = 0, host, hostSetting } = address;
  const without = hostSetting === 'HOST' ? 'unset HOST' : 'leave out --host';
  const onAll = `${without} to listen on all interfaces`;
  switch (error.code) {
    case 'EADDRINUSE': {
      const next = asTyped(`--port ${port < 65535 ? port + 1 : 3000}`, env);
      return `port ${port} is in use: stop the program that listens there, or try ${next}`;
    }
    case 'EACCES':
      return `port ${port} is not permitted: try ${asTyped('--port 8080', env)}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${hostSetting}: no such host ${JSON.stringify(host)}; ${onAll}`;
    case 'EADDRNOTAVAIL':
      return `${hostSetting}: this machine has no address ${JSON.stringify(host)}; ${onAll}`;
    default:
      return `cannot listen: ${error.message}; check host and port, or the supervisor's socket`;
  }
}

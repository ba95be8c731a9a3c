import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
 * @returns the base URL for a browser on this machine
 * @throws {ListenError} if the server cannot listen there
 */
export async function listen(server: Server, address: ListenAddress): Promise<string> {
  try {
    await once(server.listen(address), 'listening');
  } catch (error) {
    throw new ListenError(describeError(error as NodeJS.ErrnoException, address), { cause: error });
  }
  const bound = server.address();
  if (bound === null) {
    const message = `cannot listen: descriptor ${address.fd} is not a TCP socket; see LISTEN_FDS`;
    throw new ListenError(message);
  }
  const { address: ip, family, port } = bound as AddressInfo;
  if (ip === '::' || ip === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${ip}]` : ip}:${port}`;
}

/** Says why the server cannot listen, mostly in the words of the system or of Node. */
function describeError(
  { code, message }: NodeJS.ErrnoException,
  { fd, port }: ListenAddress,
): string {
  if (code === 'EADDRINUSE') {
    return `port ${port} is in use: stop the program that listens there, or choose another --port`;
  }
  // Windows reserves ports for other programs, such as Hyper-V. Elsewhere, the lowest need root.
  if (code === 'EACCES') return `cannot listen: ${message}; choose another --port`;
  const settings = fd === undefined ? 'PORT and HOST in --help' : 'LISTEN_FDS';
  return `cannot listen: ${message}; see ${settings}`;
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Where to listen, as `server.listen` takes it: on a socket that the supervisor holds, by its
 * descriptor, or on a port. Port 0 lets the system pick a free one. The host is a name or an
 * address; absent for all interfaces, IPv4 and IPv6.
 */
export type ListenAddress =
  | { readonly fd: number }
  | { readonly port: number; readonly host?: string };

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
  // Node has no address for a Unix socket that it did not make itself.
  if (bound === null) {
    throw new ListenError('cannot listen: the inherited socket is not for TCP; see LISTEN_FDS');
  }
  const { address: ip, family, port } = bound as AddressInfo;
  if (ip === '::' || ip === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${ip}]` : ip}:${port}`;
}

/** Says why the server cannot listen, mostly in the words of the system or of Node. */
function describeError({ code, message }: NodeJS.ErrnoException, address: ListenAddress): string {
  if ('fd' in address) return `cannot listen: ${message}; see LISTEN_FDS`;
  if (code === 'EADDRINUSE') {
    const { port } = address;
    return `port ${port} is in use: stop the program that listens there, or choose another --port`;
  }
  // Windows reserves ports for other programs, such as Hyper-V. Elsewhere, the lowest need root.
  if (code === 'EACCES') return `cannot listen: ${message}; choose another --port`;
  return `cannot listen: ${message}; see PORT and HOST in --help`;
}

import { once } from 'node:events';
import type { Server } from 'node:http';

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

const NO_TCP_SOCKET = 'LISTEN_FDS: expected a TCP socket';

/**
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
    throw new ListenError(NO_TCP_SOCKET);
  }
  const { address: ip, family, port } = bound;
  if (ip === '::' || ip === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${ip}]` : ip}:${port}`;
}

function reasonOf(error: NodeJS.ErrnoException, { fd, port }: ListenAddress): string {
  if (fd !== undefined) return NO_TCP_SOCKET;
  const advice = 'choose another --port';
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use: stop the program that listens there, or ${advice}`;
    case 'EACCES':
      return `the system does not allow port ${port} (privileged or reserved): ${advice}`;
    default:
      return `cannot listen: ${error.message}; see --host and HOST`;
  }
}

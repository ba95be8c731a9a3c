import { once } from 'node:events';
import type { Server } from 'node:http';
import { describeValue } from '../domain/wording.ts';

/**
 * Where to listen, as `server.listen` takes it: on `fd`, a socket that the supervisor holds, or else on `port`
 * (0 lets the system pick a free one) of `host` (if empty, of all interfaces, IPv4 and IPv6).
 */
export type ListenAddress = { fd?: number; port?: number; host?: string };

/** The server cannot listen on this address. The message says why, and what to do about it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * @returns the base URL for a browser on this machine
 * @throws {ListenError} if the server cannot listen there, or not on a TCP socket
 */
export async function listen(server: Server, address: ListenAddress): Promise<string> {
  try {
    await once(server.listen(address), 'listening');
    const bound = server.address();
    // Node would also listen on a Unix domain socket.
    if (bound === null || typeof bound === 'string') throw new Error('not a TCP socket');
    const isOnAllInterfaces = bound.address === '::' || bound.address === '0.0.0.0';
    const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
    return `http://${isOnAllInterfaces ? 'localhost' : name}:${bound.port}`;
  } catch (error) {
    throw new ListenError(reasonFor(error as Error, address), { cause: error });
  }
}

function reasonFor(error: NodeJS.ErrnoException, { port, host }: ListenAddress): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use: stop the program that listens there, or choose another with --port`;
    case 'EACCES':
      return `port ${port} is not permitted: choose another with --port`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no such host ${describeValue(host)}: expected a name or an address, without scheme and port`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${describeValue(host)}`;
    default:
      return `cannot listen: ${error.message}; check host and port, or the supervisor's socket`;
  }
}

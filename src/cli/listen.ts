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

/**
 * @returns the base URL for a browser on this machine
 * @throws {ListenError} if the server cannot listen there, or does not listen on a TCP socket
 */
export async function listen(server: Server, address: ListenAddress): Promise<string> {
  try {
    await once(server.listen(address), 'listening');
  } catch (error) {
    throw new ListenError(reasonOf(error as NodeJS.ErrnoException, address), { cause: error });
  }
  const bound = server.address();
  // The address of a Unix domain socket is its path. Some hosting services replace `listen`, so
  // that it opens one whatever the address.
  if (bound === null || typeof bound === 'string') {
    throw new ListenError(expectedTcp(address));
  }
  const { address: ip, family, port } = bound;
  if (ip === '::' || ip === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${ip}]` : ip}:${port}`;
}

/** Says that the socket is of another kind, and names the variable if a descriptor was given. */
function expectedTcp({ fd }: ListenAddress): string {
  return `${fd === undefined ? 'cannot listen' : 'LISTEN_FDS'}: expected a TCP socket`;
}

function reasonOf(error: NodeJS.ErrnoException, address: ListenAddress): string {
  const { fd, port } = address;
  if (fd !== undefined) return expectedTcp(address);
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

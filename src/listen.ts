import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server cannot listen on this address. The message says why, and what to do about it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Where to listen. */
export interface ListenAddress {
  /** TCP port, 0 to 65535; 0 lets the system pick a free one. */
  readonly port: number;
  /** Host name or address; `undefined` for all interfaces, IPv4 and IPv6. */
  readonly host: string | undefined;
  /** A listening TCP socket that another process holds; `port` and `host` then do not count. */
  readonly descriptor: number | undefined;
}

/**
 * Starts to listen.
 * @returns the base URL for a browser on this machine, and whether the server listens on all interfaces
 * @throws {ListenError} if the address is in use, not permitted, or does not belong to this machine, or if
 *   the descriptor is not a listening TCP socket
 */
export async function listen(
  server: Server,
  where: ListenAddress,
): Promise<{ url: string; isOnAllInterfaces: boolean }> {
  const { port, host, descriptor } = where;
  // Node listens on both IPv6 and IPv4 only if there is no host.
  const address = host === undefined ? { port } : { port, host };
  server.listen(descriptor === undefined ? address : { fd: descriptor });
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = reasonFor((error as NodeJS.ErrnoException).code, where);
    throw reason === undefined ? error : new ListenError(reason, { cause: error });
  }
  const bound = server.address() as AddressInfo | string | null;
  // Node would also listen on a Unix domain socket.
  if (bound === null || typeof bound === 'string') throw new ListenError(noSocket(descriptor));
  const isOnAllInterfaces = bound.address === '::' || bound.address === '0.0.0.0';
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${isOnAllInterfaces ? 'localhost' : name}:${bound.port}`,
    isOnAllInterfaces,
  };
}

/** What an error of `listen(2)`, `bind(2)` or the resolver means; `undefined` for any other error. */
function reasonFor(
  code: string | undefined,
  { port, host, descriptor }: ListenAddress,
): string | undefined {
  if (descriptor !== undefined) return noSocket(descriptor);
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use: stop the program that listens there, or choose another port (0 picks a free one)`;
    case 'EACCES':
      return `port ${port} is not permitted to this user: choose a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `host ${host} is not an address of this machine: choose one that is, or leave out --host and HOST for all`;
    default:
      return undefined;
  }
}

function noSocket(descriptor: number | undefined): string {
  return `descriptor ${descriptor} (LISTEN_FDS) is not a listening TCP socket`;
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServeSettings } from './settings.ts';

type ListenAddress = Pick<ServeSettings, 'port' | 'host' | 'descriptor'>;

/** The server cannot listen on this address. The message says why, and what to do about it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Starts to listen.
 * @returns the base URL for a browser on this machine, and whether the server listens on all interfaces
 * @throws {ListenError} if the address is in use, not permitted, or does not belong to this machine, or if
 *   the descriptor is not a listening TCP socket
 */
export async function listen(
  server: Server,
  address: ListenAddress,
): Promise<{ url: string; isOnAllInterfaces: boolean }> {
  const { port, host, descriptor } = address;
  if (descriptor !== undefined) server.listen({ fd: descriptor });
  // Node listens on both IPv6 and IPv4 only if there is no host.
  else server.listen(host === undefined ? { port } : { port, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = reasonFor((error as NodeJS.ErrnoException).code, address);
    throw reason === undefined ? error : new ListenError(reason, { cause: error });
  }
  const bound = server.address() as AddressInfo | string | null;
  // Node would also listen on a Unix domain socket.
  if (bound === null || typeof bound === 'string') throw new ListenError(NO_SOCKET);
  const isOnAllInterfaces = bound.address === '::' || bound.address === '0.0.0.0';
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${isOnAllInterfaces ? 'localhost' : name}:${bound.port}`,
    isOnAllInterfaces,
  };
}

const NO_SOCKET = 'what the supervisor passed on (LISTEN_FDS) is not a listening TCP socket';

function reasonFor(code: string | undefined, address: ListenAddress): string | undefined {
  const { port, host, descriptor } = address;
  if (descriptor !== undefined) return NO_SOCKET;
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

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where to listen: a TCP port (0 for any free one), and a host (`undefined` for all interfaces). */
export interface ListenAddress {
  readonly port: number;
  readonly host: string | undefined;
}

/** The address cannot be listened on. The message says why, and what to do about it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Starts to listen.
 * @returns the base URL at which a browser on this machine reaches the server
 * @throws {ListenError} when the address is taken, forbidden or none of this machine's
 */
export async function listen(server: Server, { port, host }: ListenAddress): Promise<string> {
  // An absent host is what makes Node listen on IPv6 and IPv4 alike, where both exist.
  server.listen(host === undefined ? { port } : { port, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = reasonOf((error as NodeJS.ErrnoException).code, { port, host });
    throw reason === undefined ? error : new ListenError(reason, { cause: error });
  }
  return baseUrl(server.address() as AddressInfo);
}

function reasonOf(code: string | undefined, { port, host }: ListenAddress): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use: stop the program that listens there, or set PORT to another`;
    case 'EACCES':
      return `port ${port} is not permitted to this user: set PORT to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine: set HOST to one that is, or leave it out for all`;
    default:
      return undefined;
  }
}

function baseUrl({ address, family, port }: AddressInfo): string {
  if (address === '::' || address === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server cannot listen on this address. The message says why, and what to do about it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** A TCP port (0 for any free one), a host (`undefined` for all interfaces), and names for messages. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string | undefined;
  readonly portName: string;
  readonly hostName: string;
}

/**
 * Starts to listen.
 * @returns the base URL for a browser on this machine, and whether the server listens on all interfaces
 * @throws {ListenError} if the address is in use, not permitted, or does not belong to this machine
 */
export async function listen(
  server: Server,
  address: ListenAddress,
): Promise<{ url: string; isOnAllInterfaces: boolean }> {
  const { port, host, portName, hostName } = address;
  // Node listens on both IPv6 and IPv4 only if there is no host.
  server.listen(host === undefined ? { port } : { port, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    const noAddress = `${hostName} ${host} is not an address of this machine: choose one that is, or leave it out for all`;
    const reasons: Partial<Record<string, string>> = {
      EADDRINUSE: `${portName} ${port} is in use: stop the program that listens there, or choose another port`,
      EACCES: `${portName} ${port} is not permitted to this user: choose a port above 1023`,
      EADDRNOTAVAIL: noAddress,
      EAFNOSUPPORT: noAddress,
      EINVAL: noAddress,
      ENOTFOUND: noAddress,
      EAI_AGAIN: noAddress,
    };
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new ListenError(reason, { cause: error });
  }
  const bound = server.address() as AddressInfo;
  const isOnAllInterfaces = bound.address === '::' || bound.address === '0.0.0.0';
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${isOnAllInterfaces ? 'localhost' : name}:${bound.port}`,
    isOnAllInterfaces,
  };
}

import * as net from 'node:net';

interface Handle {
  readonly fd: number;
  getsockname?(address: { port?: number }): number;
  close(): void;
}

/**
 * Binds a socket that this process holds, as a supervisor does, and accepts no connections from. Public
 * functions of Node would accept them. This one is from `lib/net.js`: `cluster` binds with it what its
 * workers listen on.
 * @param path of a Unix domain socket; a free TCP port of the loopback interface by default
 */
export function holdSocket(path?: string) {
  const { _createServerHandle: bind } = net as unknown as {
    _createServerHandle(address: string, port: number, family: number): Handle | number;
  };
  const handle = path === undefined ? bind('127.0.0.1', 0, 4) : bind(path, -1, -1);
  if (typeof handle === 'number') throw new Error(`cannot bind: ${handle}`);
  const address: { port?: number } = {};
  handle.getsockname?.(address);
  return { descriptor: handle.fd, port: address.port ?? 0, release: () => handle.close() };
}

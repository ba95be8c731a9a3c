import * as net from 'node:net';

interface Handle {
  readonly fd: number;
  getsockname(address: { port: number }): number;
  close(): void;
}

/**
 * Binds a free TCP port of the loopback interface. This process holds the socket, as a supervisor does, and
 * accepts no connections from it. Public functions of Node would accept them. This one is from `lib/net.js`:
 * `cluster` binds with it what its workers listen on.
 */
export function holdSocket() {
  const { _createServerHandle: bind } = net as unknown as {
    _createServerHandle(address: string, port: number, family: number): Handle;
  };
  const handle = bind('127.0.0.1', 0, 4);
  const address = { port: 0 };
  handle.getsockname(address);
  return { descriptor: handle.fd, port: address.port, release: () => handle.close() };
}

import * as net from 'node:net';
import { expect } from 'chai';
import { expectNoLoss, Load } from '../support/load.ts';
import { Service } from '../support/service.ts';

/** Of Node's `lib/net.js`: `cluster` binds with it what its workers listen on. Public functions would accept clients. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(address: string, port: number, family: number): Handle;
};

interface Handle {
  readonly fd: number;
  getsockname(address: { port: number }): number;
  close(): void;
}

/** What the service promises on a socket that its supervisor holds: see sd_listen_fds(3). */
describe('main, on a socket that its supervisor holds', () => {
  it('listens there, whatever else is set, and loses no request of 32 clients in a restart', async () => {
    // This process is the supervisor.
    const socket = bind('127.0.0.1', 0, 4);
    const address = { port: 0 };
    socket.getsockname(address);
    const serve = () => {
      const variables = { PORT: '1', HOST: '192.0.2.1', LISTEN_FDS: '2' };
      return new Service(variables, ['--port', '80'], socket.fd);
    };
    await using service = serve();
    expect(await service.ready()).to.equal(`http://127.0.0.1:${address.port}/api/products`);
    let successor: Service | undefined;
    await expectNoLoss(new Load(address.port), async () => {
      expect(await service.stop()).to.equal(0);
      expect(service.stderr).to.equal('');
      successor = serve();
      await successor.ready();
    });
    await successor?.stop();
    socket.close();
  });
});

import { expect } from 'chai';
import { holdSocket } from '../support/held-socket.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { Service } from '../support/service.ts';

/** What the service promises on a socket that its supervisor holds: see sd_listen_fds(3). */
describe('main, on a socket that its supervisor holds', () => {
  it('listens there, whatever else is set, and loses no request of 32 clients in a restart', async () => {
    const socket = holdSocket();
    const serve = () => {
      const variables = { PORT: '1', HOST: '192.0.2.1', LISTEN_FDS: '2' };
      return new Service(variables, ['--port', '80'], socket.descriptor);
    };
    const service = serve();
    expect(await service.ready()).to.equal(`http://127.0.0.1:${socket.port}/api/products`);
    let successor: Service | undefined;
    await expectNoLoss(new Load(socket.port), async () => {
      expect(await service.stop()).to.equal(0);
      expect(service.stderr).to.equal('');
      successor = serve();
      await successor.ready();
    });
    await successor?.stop();
    socket.release();
  });
});

import { expect } from 'chai';
import { holdSocket } from '../support/held-socket.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { Service } from '../support/service.ts';

/** What the service promises on a socket that its supervisor holds: see sd_listen_fds(3). */
describe('main, on a socket that its supervisor holds', () => {
  it('listens there, whatever else is set, and loses no request of 32 clients in two restarts', async function () {
    // Three starts, each as long as those of other tests.
    this.timeout(60_000);
    const socket = holdSocket();
    const serve = () => {
      const variables = { PORT: '1', HOST: '192.0.2.1', LISTEN_FDS: '2' };
      return new Service(variables, ['--port', '80'], socket.descriptor);
    };
    let service = serve();
    expect(await service.ready()).to.equal(`http://127.0.0.1:${socket.port}/api/products`);
    const load = new Load(socket.port);
    await expectNoLoss(load, async () => {
      for (let restart = 0; restart < 2; restart += 1) {
        expect(await service.stop()).to.equal(0);
        expect(service.stderr).to.equal('');
        service = serve();
        await service.ready();
        await load.waitForRequests(100);
      }
    });
    await service.stop();
    socket.release();
  });
});

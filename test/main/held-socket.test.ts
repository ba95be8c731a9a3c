import { expect } from 'chai';
import { holdSocket } from '../support/held-socket.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { Service } from '../support/service.ts';

/** What the service promises on a socket that its supervisor holds: see sd_listen_fds(3). */
describe('main, on a socket that its supervisor holds', () => {
  it('listens there, whatever else is set', async () => {
    const socket = holdSocket();
    const variables = { PORT: '1', HOST: '192.0.2.1', LISTEN_FDS: '2' };
    await using service = new Service(variables, ['--port', '80'], socket.descriptor);
    expect(await service.ready()).to.equal(`http://127.0.0.1:${socket.port}/api/products`);
    expect((await service.get('/api/products')).status).to.equal(200);
    await service.stop();
    expect(service.stderr).to.equal('');
    socket.release();
  });

  it('loses no request of 32 clients in eight restarts', async function () {
    // Nine starts, each as long as those of other tests.
    this.timeout(90_000);
    const socket = holdSocket();
    const serve = () => new Service({}, [], socket.descriptor);
    let service = serve();
    await service.ready();
    const load = new Load(socket.port);
    await expectNoLoss(load, async () => {
      for (let restart = 0; restart < 8; restart += 1) {
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

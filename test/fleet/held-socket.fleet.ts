import { expect } from 'chai';
import { holdSocket } from '../support/held-socket.ts';
import { Programs } from '../support/service.ts';
import { expectNoLoss, Load } from './load.ts';

/** What the README promises of a restart: nobody notices it. */
describe('one instance on a socket that its supervisor holds', () => {
  const programs = new Programs();

  it('loses no request of 32 clients when it is restarted eight times', async () => {
    const socket = holdSocket();
    let service = programs.serveOn(socket.descriptor);
    await service.ready();
    const loads = [true, false].map((keepAlive) => new Load(socket.port, { keepAlive }));
    await expectNoLoss(loads, async () => {
      for (let restart = 0; restart < 8; restart += 1) {
        expect(await service.stop()).to.equal(0);
        service = programs.serveOn(socket.descriptor);
        await Promise.all(loads.map((load) => load.waitForRequests(500)));
      }
    });
    socket.release();
  });
});

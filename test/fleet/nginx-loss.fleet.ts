import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { expectNoLoss, Load } from '../support/load.ts';
import { Fleet } from './fleet.ts';

/** In milliseconds: longer than `proxy_read_timeout` and `fail_timeout` together. */
const FREEZE = 8000;

/**
 * What docs/nginx.md promises when an instance restarts, crashes or freezes. test/systemd restarts both as
 * documented, with sockets that systemd holds.
 */
describe('nginx in front of two instances loses no request under load', () => {
  let fleet: Fleet;

  // A new fleet for each scenario: nginx would remember failures of the previous one.
  beforeEach(async () => {
    fleet = await Fleet.start();
  });
  afterEach(() => fleet?.stop());

  it('when both instances are restarted in turn', async () => {
    const load = new Load(fleet.ports.http, { clients: 32 });
    await expectNoLoss([load], async () => {
      for (const instance of fleet.instances) {
        expect(await instance.stop('SIGTERM')).to.equal(0);
        await instance.start();
      }
    });
  });

  it('when each instance in turn is killed with SIGKILL, stays down and is restarted', async () => {
    const load = new Load(fleet.ports.http, { clients: 32 });
    await expectNoLoss([load], async () => {
      for (const instance of fleet.instances) {
        expect(await instance.stop('SIGKILL')).to.equal('SIGKILL');
        await load.waitForRequests(1000);
        await instance.start();
        await load.waitForRequests(1000);
      }
    });
  });

  for (const clients of [32, 1]) {
    it(`when one instance is frozen with SIGSTOP, and few requests wait (clients: ${clients})`, async () => {
      const [frozen] = fleet.instances;
      const load = new Load(fleet.ports.http, { clients });
      await expectNoLoss([load], async () => {
        frozen.signal('SIGSTOP');
        await delay(FREEZE);
        await load.waitForRequests(1000);
        frozen.signal('SIGCONT');
      });
      // The status of each attempt, with a colon where nginx turned to the backup servers.
      const delayed = fleet.nginx.log.filter((line) => / 504(,| :) /.test(line));
      // At most one request of each client was active when the instance froze. After that nginx
      // tries the instance with one request every few seconds, and not with every second request.
      expect(delayed.length).to.be.within(1, clients + 4);
    });
  }
});

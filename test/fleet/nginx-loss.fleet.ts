import { expect } from 'chai';
import { expectNoLoss, Load } from '../support/load.ts';
import { withTimeout } from '../support/with-timeout.ts';
import { Fleet } from './fleet.ts';

/**
 * What docs/nginx.md promises when an instance restarts, crashes or freezes. test/systemd restarts both as
 * documented, with sockets that systemd holds.
 */
describe('nginx in front of two instances loses no request under load', function () {
  // It passes over an instance for 5 s after a failure.
  this.timeout(60_000);
  let fleet: Fleet;

  // A new fleet for each scenario: nginx would remember failures of the previous one.
  beforeEach(async () => {
    fleet = await Fleet.start();
  });
  afterEach(() => fleet?.stop());

  it('when both instances are restarted in turn', async () => {
    const load = new Load(fleet.ports.http);
    await expectNoLoss(load, async () => {
      for (const instance of fleet.instances) {
        expect(await instance.stop('SIGTERM')).to.equal(0);
        await instance.start();
      }
    });
  });

  it('when each instance in turn is killed with SIGKILL, stays down and is restarted', async () => {
    const load = new Load(fleet.ports.http);
    await expectNoLoss(load, async () => {
      for (const instance of fleet.instances) {
        expect(await instance.stop('SIGKILL')).to.equal('SIGKILL');
        await load.waitForRequests(1000);
        await instance.start();
        await load.waitForRequests(1000);
      }
    });
  });

  /** When nginx gave up each request that an instance did not answer, in milliseconds. */
  function delays(): number[] {
    const lines = fleet.nginx.errorLog.matchAll(/^(\S+ \S+) .* upstream timed out /gm);
    return Array.from(lines, ([, time = '']) => Date.parse(time));
  }

  for (const clients of [32, 1]) {
    it(`when one instance is frozen with SIGSTOP, and few requests wait (clients: ${clients})`, async () => {
      const [frozen] = fleet.instances;
      const load = new Load(fleet.ports.http, { clients });
      await expectNoLoss(load, async () => {
        frozen.service?.process.kill('SIGSTOP');
        // Until nginx has tried it once more. Without any delay, the difference is -Infinity.
        const triedAgain = async () => {
          do await load.waitForRequests(100);
          while (Math.max(...delays()) - Math.min(...delays()) < 4000);
        };
        await withTimeout(triedAgain(), () => 'nginx to try the frozen instance again', 30_000);
        frozen.service?.process.kill('SIGCONT');
      });
      // At most one request of each client was active when the instance froze. After that nginx
      // tries the instance with one request every few seconds, and not with every second request.
      expect(delays().length).to.be.within(2, clients + 4);
    });
  }
});

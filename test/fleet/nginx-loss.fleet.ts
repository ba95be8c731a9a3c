import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { answerByContract } from '../support/contract.ts';
import { Fleet } from './fleet.ts';
import { Load } from './load.ts';

const TARGETS = ['/api/products', '/api/products/2', '/api/products/9', '/api/products?page=2'];
const expected = TARGETS.map((target) => {
  const { status, json } = answerByContract('GET', target, seedProducts);
  return { target, status, body: JSON.stringify(json) };
});
/** In milliseconds: longer than `proxy_read_timeout` and `fail_timeout` together. */
const FREEZE = 8000;

describe('nginx in front of two instances loses no request under load', () => {
  let fleet: Fleet;

  // A new fleet for each scenario: nginx would remember failures of the previous one.
  afterEach(() => fleet?.stop());

  /**
   * Runs `scenario` under load, prints the results and checks them.
   * @returns for each request, the status of every attempt
   */
  async function expectNoLoss(
    clients: number,
    scenario: (load: Load) => Promise<void>,
  ): Promise<string[]> {
    const load = new Load(fleet.port, clients, expected);
    try {
      await load.waitForRequests(1000);
      await scenario(load);
      await load.waitForRequests(1000);
    } finally {
      await load.stop();
    }
    const { correct, incorrect, failed, slowest, problems } = load.results;
    const attempts = fleet.nginx.attempts();
    const retried = attempts.filter((statuses) => statuses.includes(','));
    console.log(
      `    ${load.completed} requests: ${correct} correct, ${incorrect} incorrect, ${failed} failed;`,
      `${retried.length} retried on another instance; slowest ${Math.round(slowest)} ms`,
    );
    expect(problems.join('\n')).to.equal('');
    expect({ incorrect, failed }).to.deep.equal({ incorrect: 0, failed: 0 });
    expect(correct).to.equal(load.completed);
    return attempts;
  }

  it('when both instances are restarted in turn as documented, five times', async () => {
    fleet = await Fleet.start({ isHeld: true });
    await expectNoLoss(32, async (load) => {
      for (let round = 0; round < 5; round += 1) {
        for (const instance of fleet.instances) expect(await instance.restart()).to.equal('0 ');
        await load.waitForRequests(500);
      }
    });
  });

  it('when both instances are restarted in turn without a supervisor that holds sockets', async () => {
    fleet = await Fleet.start();
    await expectNoLoss(32, async () => {
      for (const instance of fleet.instances) {
        expect(await instance.stop('SIGTERM')).to.equal('0 ');
        await instance.start();
      }
    });
  });

  it('when each instance in turn is killed with SIGKILL, stays down and is restarted', async () => {
    fleet = await Fleet.start();
    await expectNoLoss(32, async (load) => {
      for (const instance of fleet.instances) {
        expect(await instance.stop('SIGKILL')).to.equal('SIGKILL ');
        await load.waitForRequests(1000);
        await instance.start();
        await load.waitForRequests(1000);
      }
    });
  });

  for (const clients of [32, 1]) {
    it(`when one instance is frozen with SIGSTOP, and few requests wait (clients: ${clients})`, async () => {
      fleet = await Fleet.start();
      const [frozen] = fleet.instances;
      const attempts = await expectNoLoss(clients, async (load) => {
        frozen.signal('SIGSTOP');
        await delay(FREEZE);
        await load.waitForRequests(1000);
        frozen.signal('SIGCONT');
      });
      const delayed = attempts.filter((statuses) => statuses.includes('504')).length;
      console.log(`    ${delayed} of them waited for the frozen instance`);
      // At most one request of each client was active when the instance froze. After that nginx
      // tries the instance with one request every few seconds, and not with every second request.
      expect(delayed).to.be.within(1, clients + 4);
    });
  }
});

import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { answerByContract } from '../support/contract.ts';
import { Fleet } from './fleet.ts';
import { Load } from './load.ts';

const TARGETS = ['/api/products', '/api/products/2', '/api/products/9', '/api/products?page=2'];
const exchanges = TARGETS.map((target) => {
  const { status, json } = answerByContract('GET', target, seedProducts);
  return { target, status, body: JSON.stringify(json) };
});
/** In milliseconds: longer than the read time-out, and than an instance is put aside for. */
const FREEZE = 8000;

describe('two instances behind nginx, under load, lose no request', () => {
  let fleet: Fleet;

  // For each scenario a new one: nginx would remember the failures of the scenario before.
  beforeEach(async () => {
    fleet = await Fleet.start();
  });
  afterEach(() => fleet.stop());

  /**
   * Runs `scenario` under load, prints the counts, and holds them.
   * @returns the statuses of every request's attempts
   */
  async function lossless(
    clients: number,
    scenario: (load: Load) => Promise<void>,
  ): Promise<string[]> {
    const load = new Load(fleet.port, clients, exchanges);
    try {
      await load.more(1000);
      await scenario(load);
      await load.more(1000);
    } finally {
      await load.stop();
    }
    const { right, wrong, failed, slowest, faults } = load.tally;
    const attempts = fleet.nginx.attempts();
    const again = attempts.filter((statuses) => statuses.includes(','));
    console.log(
      `    ${load.asked} requests: ${right} answered right, ${wrong} wrong, ${failed} failed;`,
      `${again.length} sent to another instance; slowest ${Math.round(slowest)} ms`,
    );
    expect(faults.join('\n')).to.equal('');
    expect({ wrong, failed }).to.deep.equal({ wrong: 0, failed: 0 });
    expect(right).to.equal(load.asked);
    return attempts;
  }

  it('when the instances are restarted in turn with SIGTERM, five times', async () => {
    await lossless(32, async (load) => {
      for (let round = 0; round < 5; round += 1) {
        for (const instance of fleet.instances) {
          expect(await instance.stop('SIGTERM')).to.equal('0 ');
          await instance.start();
        }
        await load.more(500);
      }
    });
  });

  it('when each instance is killed with SIGKILL, stays away, and starts again', async () => {
    await lossless(32, async (load) => {
      for (const instance of fleet.instances) {
        expect(await instance.stop('SIGKILL')).to.equal('SIGKILL ');
        await load.more(1000);
        await instance.start();
        await load.more(1000);
      }
    });
  });

  for (const clients of [32, 1]) {
    it(`when one is frozen by SIGSTOP for seconds, and few have to wait: ${clients} asking`, async () => {
      const [frozen] = fleet.instances;
      const attempts = await lossless(clients, async (load) => {
        frozen.signal('SIGSTOP');
        await delay(FREEZE);
        await load.more(1000);
        frozen.signal('SIGCONT');
      });
      const waited = attempts.filter((statuses) => statuses.includes('504')).length;
      console.log(`    ${waited} of them waited for the frozen one`);
      // Those that it was given before one of them had waited its time out, and here and there one
      // that tried whether it is back; not every second one.
      expect(waited).to.be.within(1, clients + 4);
    });
  }
});

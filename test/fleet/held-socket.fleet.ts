import { expect } from 'chai';
import { generateProducts } from '../../bench/generate-products.ts';
import { answerByContract } from '../support/contract.ts';
import { holdSocket } from '../support/held-socket.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { Instance } from './instance.ts';
import { Load } from './load.ts';

const products = generateProducts(10_000);
const expected = ['/api/products/2', '/api/products/0', '/health'].map((target) => {
  const { status, json } = answerByContract('GET', target, products);
  return { target, status, body: JSON.stringify(json) };
});

describe('one instance on a socket that its supervisor holds', () => {
  const folder = new TemporaryFolder();

  it('loses no request under load when it is restarted eight times', async () => {
    const instance = new Instance(holdSocket());
    await instance.start(folder.write('products.json', JSON.stringify(products)));
    const loads = [true, false].map(
      (keepAlive) => new Load(instance.port, 16, expected, { keepAlive }),
    );
    try {
      for (let restart = 0; restart < 8; restart += 1) {
        await Promise.all(loads.map((load) => load.waitForRequests(500)));
        expect(await instance.restart()).to.equal('0 ');
      }
      await Promise.all(loads.map((load) => load.waitForRequests(500)));
    } finally {
      await Promise.all(loads.map((load) => load.stop()));
      await instance.remove();
    }
    for (const { completed, results } of loads) {
      const { correct, incorrect, failed, slowest, problems } = results;
      console.log(
        `    ${completed} requests: ${correct} correct, ${incorrect} incorrect, ${failed} failed;`,
        `the longest took ${Math.round(slowest)} ms`,
      );
      expect(problems.join('\n')).to.equal('');
      expect(correct).to.equal(completed);
    }
  });
});

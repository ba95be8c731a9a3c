import { expect } from 'chai';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { BAD_REQUEST, expectContract } from '../support/contract.ts';
import { documentedCommands } from '../support/documented-commands.ts';
import { exchangeOne } from '../support/raw-http.ts';
import { Fleet } from './fleet.ts';

/** What docs/operations.md promises of nginx's log: errors and slow requests as clients see them, and who answered. */
describe("nginx's log", () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.start();
  });
  after(() => fleet?.stop());

  it('counts each request of a client once, also with 502, and names the instance that answered', async () => {
    const { instances, nginx, ports } = fleet;
    // The second one comes from the cache.
    for (let list = 0; list < 2; list += 1) {
      await fleet.expectJson('/api/products', 200, sampleProducts);
    }
    // Until nginx gives one of them up, which takes more than a second.
    for (const { service } of instances) service?.process.kill('SIGSTOP');
    const slow = fleet.expectJson('/api/products/2', 200, sampleProducts[1]);
    await nginx.printed(/upstream timed out/);
    for (const { service } of instances) service?.process.kill('SIGCONT');
    await slow;
    const spaces = await exchangeOne(ports.http, 'GET /a 999 999 999 999 HTTP/1.1\r\n\r\n');
    expectContract(spaces, 'GET', BAD_REQUEST);
    await fleet.stopInstances();
    // docs/openapi.yaml does not describe 502. The inner server answers the first of these.
    await fleet.expectJson('/api/products?page=2', 502, { error: 'Bad gateway' });
    await fleet.expectJson('/api/products/2', 502, { error: 'Bad gateway' });
    // It may write a line after the client has got the response, but not after its own end.
    await nginx.stop();
    expect(nginx.run(documentedCommands('docs/operations.md', 'awk '))).to.equal('6 2 1\n');
    const field = (n: number) =>
      nginx.run(`cut -d ' ' -f ${n} /var/log/nginx/product-catalogue.log`).split('\n');
    expect(field(2)).to.deep.equal([...Array(6).fill('127.0.0.1'), '']);
    const addresses = instances.map(({ port }) => `127.0.0.1:${port}`);
    expect(addresses).to.include.members(field(9).slice(0, 2));
  });
});

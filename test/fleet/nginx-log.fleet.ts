import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { BAD_REQUEST, expectContract } from '../support/contract.ts';
import { exchangeOne } from '../support/raw-http.ts';
import { Fleet } from './fleet.ts';

/** What docs/operations.md promises of nginx's log: the share of errors and of slow requests, as clients see it. */
describe("nginx's log", () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.start();
  });
  after(() => fleet?.stop());

  it('counts each request of a client once, whatever the client sends', async () => {
    const { instances, nginx, ports } = fleet;
    // Until nginx gives one of them up, which takes more than a second.
    for (const { service } of instances) service?.process.kill('SIGSTOP');
    const slow = fleet.expectJson('/api/products', 200, sampleProducts);
    await nginx.printed(/upstream timed out/);
    for (const { service } of instances) service?.process.kill('SIGCONT');
    await slow;
    const spaces = await exchangeOne(ports.http, 'GET /a 999 999 999 999 HTTP/1.1\r\n\r\n');
    expectContract(spaces, 'GET', BAD_REQUEST);
    await fleet.stopInstances();
    // The inner server fetches this one for the server that clients reach.
    await fleet.expectJson('/api/products?page=2', 502, { error: 'Bad gateway' });
    await fleet.expectJson('/api/products/2', 502, { error: 'Bad gateway' });
    // It may write a line after the client has got the response, but not after its own end.
    await nginx.stop();
    const [count = ''] =
      /awk .*product-catalogue\.log/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
    expect(nginx.run(count)).to.equal('4 2 1\n');
    expect(nginx.run("cut -d ' ' -f 2 /var/log/nginx/product-catalogue.log")).to.equal(
      '127.0.0.1\n'.repeat(4),
    );
  });
});

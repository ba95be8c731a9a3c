import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Fleet } from './fleet.ts';

const blocks = readFileSync('docs/nginx.md', 'utf8').matchAll(/^```nginx\n(limit_.*?)^```$/gms);
const [zones = '', limits = ''] = Array.from(blocks, ([, block]) => block);
const SERVER = '    server_name shop.example;\n';
const FOUND_NOTHING = '404 {"error":"Product not found"}';
const TOO_MANY = '429 {"error":"Too many requests"}';

/** What docs/nginx.md promises of limits: whoever exceeds one gets 429, which a page can read. */
describe('nginx with limits for each client', () => {
  let fleet: Fleet;

  beforeEach(async () => {
    fleet = await Fleet.start({ more: zones, change: [SERVER, SERVER + limits] });
  });
  afterEach(() => fleet?.stop());

  async function ask(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${fleet.ports.http}/api/products/9`);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(response.headers.get('access-control-allow-origin')).to.equal('*');
    return `${response.status} ${await response.text()}`;
  }

  it('refuses a client that has sent more than a hundred requests at once', async () => {
    const answers: string[] = [];
    do answers.push(await ask());
    while (answers.length < 1000 && answers.at(-1) === FOUND_NOTHING);
    expect(answers.pop()).to.equal(TOO_MANY);
    expect(answers.length).to.be.above(100);
    expect(fleet.nginx.errorLog).to.include('limiting requests');
  });

  it('refuses the connections of a client beyond twenty that wait for a response', async () => {
    for (const { service } of fleet.instances) service?.process.kill('SIGSTOP');
    const requests = Array.from({ length: 30 }, ask);
    await fleet.nginx.printed(/(limiting connections.*?){10}/s);
    for (const { service } of fleet.instances) service?.process.kill('SIGCONT');
    const answers = await Promise.all(requests);
    expect(answers.sort()).to.deep.equal([
      ...Array(20).fill(FOUND_NOTHING),
      ...Array(10).fill(TOO_MANY),
    ]);
  });
});

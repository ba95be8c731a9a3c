import { openSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { holdSocket } from '../support/held-socket.ts';
import { Programs } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

/** What the service promises on a socket that its supervisor holds: see sd_listen_fds(3). */
describe('main, on a socket that its supervisor holds', () => {
  const programs = new Programs();
  const folder = new TemporaryFolder();

  it('listens there, and says in a line which settings do not count', async () => {
    const socket = holdSocket();
    const variables = { PORT: '1', HOST: '192.0.2.1', LISTEN_FDS: '2' };
    const service = programs.serveOn(socket.descriptor, variables, '--port', '80');
    expect(await service.ready()).to.equal(`http://127.0.0.1:${socket.port}/api/products`);
    expect((await service.get('/api/products')).status).to.equal(200);
    await service.stop();
    expect(service.stderr).to.equal(
      'product-catalogue: LISTEN_FDS is 2: only the first socket is served\n' +
        'product-catalogue: --port and --host are ignored, as the supervisor holds the socket\n',
    );
    socket.release();
  });

  const others: [what: string, open: () => number][] = [
    ['a file', () => openSync(folder.write('file', ''), 'r')],
    ['a Unix domain socket', () => holdSocket(folder.path('socket')).descriptor],
  ];
  for (const [what, open] of others) {
    it(`ends with status 1 and one line for ${what}`, async () => {
      const refused = programs.serveOn(open());
      expect(await refused.ended()).to.equal(1);
      expect(refused.stderr).to.equal(
        'product-catalogue: what the supervisor passed on (LISTEN_FDS) is not a listening TCP socket\n',
      );
    });
  }

  it('loses no request in a restart: what waits in the socket is for the successor', async () => {
    const socket = holdSocket();
    const first = programs.serveOn(socket.descriptor);
    const url = await first.ready();
    const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })];
    const clients = agents.flatMap((agent) => Array<Agent>(8).fill(agent));
    const ask = async (agent: Agent) => expect(await statusOf(`${url}/2`, agent)).to.equal(200);
    await Promise.all(clients.map(ask));
    let isOver = false;
    const asking = clients.map(async (agent) => {
      while (!isOver) await ask(agent);
    });
    expect(await first.stop()).to.equal(0);
    const second = programs.serveOn(socket.descriptor);
    await second.get('/api/products');
    isOver = true;
    await Promise.all(asking);
    for (const agent of agents) agent.destroy();
    expect(await second.stop()).to.equal(0);
    expect(first.stderr + second.stderr).to.equal('');
    socket.release();
  });
});

/** The status of the answer, once all of it has arrived. */
async function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent }, resolve).on('error', reject);
  });
  await text(response);
  return response.statusCode;
}

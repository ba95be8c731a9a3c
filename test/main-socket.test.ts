import { openSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { seedProducts } from '../src/adapters/memory/seed-products.ts';
import { holdSocket } from './support/held-socket.ts';
import { Services } from './support/services.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';

/** What the service promises on a socket that its supervisor holds: see sd_listen_fds(3). */
describe('main, on a socket that its supervisor holds', () => {
  const services = new Services();
  const folder = new TemporaryFolder();

  it('listens there, and names the address', async () => {
    const socket = holdSocket();
    const running = services.startOn(socket.descriptor, { PORT: '1', HOST: '192.0.2.1' });
    expect(await running.ready()).to.equal(`http://127.0.0.1:${socket.port}/api/products`);
    expect(await (await fetch(await running.ready())).json()).to.deep.equal(seedProducts);
    expect(running.stderr).to.equal('');
    socket.release();
  });

  it('says in a line which settings do not count', async () => {
    const socket = holdSocket();
    const running = services.startOn(socket.descriptor, { LISTEN_FDS: '2' }, '--port', '80');
    await running.ready();
    await running.until(() => running.stderr.split('\n').length === 3);
    expect(running.stderr).to.equal(
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
      const refused = services.startOn(open());
      expect(await refused.ended()).to.equal(1);
      expect(refused.stderr).to.equal(
        'product-catalogue: what the supervisor passed on (LISTEN_FDS) is not a listening TCP socket\n',
      );
    });
  }

  it('loses no request in a restart: what waits in the socket is for the successor', async () => {
    const socket = holdSocket();
    const first = services.startOn(socket.descriptor);
    const url = await first.ready();
    let isOver = false;
    const keptAlive = new Agent({ keepAlive: true });
    const clients = [keptAlive, undefined].flatMap((agent) =>
      Array.from({ length: 8 }, async () => {
        do expect(await answerTo(`${url}/2`, agent)).to.equal(200);
        while (!isOver);
      }),
    );
    first.process.kill('SIGTERM');
    expect(await first.ended()).to.equal(0);
    const second = services.startOn(socket.descriptor);
    await second.ready();
    await answerTo(url);
    isOver = true;
    await Promise.all(clients);
    keptAlive.destroy();
    second.process.kill('SIGTERM');
    expect(await second.ended()).to.equal(0);
    expect(first.stderr + second.stderr).to.equal('');
    socket.release();
  });
});

/** The status of the answer, once all of it has arrived; on a new connection unless there is an agent. */
async function answerTo(url: string, agent?: Agent): Promise<number | undefined> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: agent ?? false }, resolve).on('error', reject);
  });
  await text(response);
  return response.statusCode;
}

import { openSync } from 'node:fs';
import { expect } from 'chai';
import { holdSocket } from '../support/held-socket.ts';
import { expectNoLoss, Load } from '../support/load.ts';
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

  it('loses no request of 32 clients in eight restarts', async () => {
    const socket = holdSocket();
    let service = programs.serveOn(socket.descriptor);
    await service.ready();
    const loads = [true, false].map((keepAlive) => new Load(socket.port, { keepAlive }));
    await expectNoLoss(loads, async () => {
      for (let restart = 0; restart < 8; restart += 1) {
        expect(await service.stop()).to.equal(0);
        expect(service.stderr).to.equal('');
        service = programs.serveOn(socket.descriptor);
        await service.ready();
      }
    });
    socket.release();
  });
});

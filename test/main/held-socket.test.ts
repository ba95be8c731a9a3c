import { openSync } from 'node:fs';
import { expect } from 'chai';
import { holdSocket } from '../support/held-socket.ts';
import { expectNoLoss, Load, waitForMore } from '../support/load.ts';
import { Programs } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

/** What the service promises on a socket that its supervisor holds: see sd_listen_fds(3). */
describe('main, on a socket that its supervisor holds', () => {
  const programs = new Programs();
  const folder = new TemporaryFolder();

  it('listens there, whatever else is set', async () => {
    const socket = holdSocket();
    const variables = { PORT: '1', HOST: '192.0.2.1', LISTEN_FDS: '2' };
    const service = programs.serveOn(socket.descriptor, variables, '--port', '80');
    expect(await service.ready()).to.equal(`http://127.0.0.1:${socket.port}/api/products`);
    expect((await service.get('/api/products')).status).to.equal(200);
    await service.stop();
    expect(service.stderr).to.equal('');
    socket.release();
  });

  const others: [what: string, open: () => number, why: string][] = [
    [
      'a file',
      () => openSync(folder.write('file', ''), 'r'),
      'cannot listen: listen EINVAL: invalid argument',
    ],
    [
      'a Unix domain socket',
      () => holdSocket(folder.path('socket')).descriptor,
      'cannot listen: not a TCP socket',
    ],
  ];
  for (const [what, open, why] of others) {
    it(`ends with status 1 and one line for ${what}`, async () => {
      const refused = programs.serveOn(open());
      expect(await refused.ended()).to.equal(1);
      expect(refused.stderr).to.equal(
        `product-catalogue: ${why}; check --host and --port, or the supervisor's socket\n`,
      );
    });
  }

  it('loses no request of 32 clients in eight restarts', async function () {
    // Nine starts, each as long as those of other tests.
    this.timeout(90_000);
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
        await waitForMore(loads, 50);
      }
    });
    socket.release();
  });
});

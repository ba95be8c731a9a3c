import { expect } from 'chai';
import { expectNoLoss, Load } from '../support/load.ts';
import { Program, programOf } from '../support/service.ts';

/**
 * The service, told as sd_listen_fds(3) says that descriptor 3 is a socket for it: nobody else
 * knows its process id. Its clients are in the process of the test, which may not run for longer
 * than the grace on a busy machine, so the grace is long.
 */
const SERVICE = `
  const { LIMITS } = await import('./src/graceful-server/limits.ts');
  LIMITS.stopGrace = 8000;
  process.env.LISTEN_PID = process.pid;
  console.log('PID ' + process.pid);
  await import('./src/main.ts');
`;

/**
 * A supervisor, as systemd is one: it holds a socket, and starts the service again whenever that
 * has ended. While `spawnSync` blocks it, it accepts no client itself. Node has no public name for
 * the descriptor.
 */
const SUPERVISOR = `
  import { spawnSync } from 'node:child_process';
  import { createServer } from 'node:net';
  const [node, ...args] = ${JSON.stringify([...programOf(SERVICE), 'main.ts', '--port', '80'])};
  const socket = createServer().listen(0, '127.0.0.1', () => {
    console.log('PORT ' + socket.address().port);
    const stdio = ['ignore', 'inherit', 'inherit', socket._handle.fd];
    for (;;) console.log('STATUS ' + spawnSync(node, args, { stdio }).status);
  });
`;

/**
 * What the service promises on a socket that its supervisor holds. Linux alone has systemd, which
 * passes it on so.
 */
if (process.platform === 'linux') {
  describe('main, on a socket that its supervisor holds', () => {
    it('listens there, whatever else is set, and loses no request of 32 clients in a restart', async () => {
      const variables = { PORT: '1', HOST: 'nowhere.invalid', LISTEN_FDS: '1' };
      await using supervisor = new Program(programOf(SUPERVISOR), variables);
      const [, port] = await supervisor.printed(/^PORT (\d+)$/m);
      // The service starts within its supervisor.
      const serving = new RegExp(`^Serving .* at http://127.0.0.1:${port}/`, 'm');
      await supervisor.printed(serving);
      const [, pid] = await supervisor.printed(/^PID (\d+)$/m);
      await expectNoLoss(new Load(Number(port)), async () => {
        process.kill(Number(pid), 'SIGTERM');
        await supervisor.printed(/^STATUS 0\n(.*\n)+Serving /m);
      });
      expect(supervisor.stderr).to.equal('');
    });
  });
}

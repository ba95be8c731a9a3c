import { expect } from 'chai';
import { request } from '../support/raw-http.ts';
import { Program, programOf } from '../support/service.ts';
import { itOnUnix } from '../support/system.ts';

/**
 * A program that runs until it is told to stop. @param stop the source of the function that stops
 * its server
 */
function stoppableProgram(stop: string): Program {
  const code = `
    import { once } from 'node:events';
    import { shutDownOnSignals } from './src/cli/shutdown.ts';
    setInterval(() => {}, 60_000);
    shutDownOnSignals(${stop});
    console.log('ready');
  `;
  return new Program(programOf(code));
}

/** How the process ends. The tests of `main` have the end of npm. */
describe('shutDownOnSignals', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    itOnUnix(`stops on ${signal}, and ends with status 0`, async () => {
      await using program = stoppableProgram('async (line) => console.log(line)');
      await program.printed(/ready/);
      expect(await program.stop(signal), program.stderr).to.equal(0);
      expect(program).to.include({ stdout: `ready\nStopping on ${signal}\n`, stderr: '' });
    });
  }

  itOnUnix('stops only once, and waits for it, whatever signals come meanwhile', async () => {
    await using program = stoppableProgram(`(line) => {
      console.log(line);
      process.on('SIGINT', () => console.log('another'));
      return once(process, 'SIGTERM');
    }`);
    await program.printed(/ready/);
    program.process.kill('SIGINT');
    await program.printed(/Stopping/);
    program.process.kill('SIGINT');
    await program.printed(/another/);
    expect(await program.stop('SIGTERM'), program.stderr).to.equal(0);
    expect(program.stdout).to.equal('ready\nStopping on SIGINT\nanother\n');
  });

  itOnUnix('responds before it ends when npx is told to stop', async () => {
    const command = 'node --import tsx src/main.ts --delay 2000';
    await using npx = new Program(['npx', '--no', '-c', command], { HOST: '127.0.0.1' });
    const [, port] = await npx.printed(/^Serving .*:(\d+)/m);
    const response = request(Number(port), 'GET', '/api/products');
    // npx passes the signal on only to its shell. Its pipes are closed only when no process holds
    // their other ends: the service has ended, too.
    npx.process.kill('SIGTERM');
    expect((await response).status).to.equal(200);
    await npx.ended();
  });

  const unwatched = { dev: 'linux', shop: 'linux', start: 'win32' };
  for (const [script, platform] of Object.entries(unwatched)) {
    it(`does not watch the parent of npm run ${script} on ${platform}`, async () => {
      // Without anything to watch, this program ends.
      const code = `
        Object.defineProperty(process, 'platform', { value: '${platform}' });
        (await import('./src/cli/shutdown.ts')).shutDownOnSignals(() => {});
      `;
      await using program = new Program(programOf(code), { npm_lifecycle_event: script });
      expect(await program.ended(), program.stderr).to.equal(0);
    });
  }
});

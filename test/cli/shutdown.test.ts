import { expect } from 'chai';
import { Program, programOf } from '../support/service.ts';
import { itWithSignals } from '../support/system.ts';

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
    itWithSignals(`ends with status 0 on ${signal}, and says nothing`, async () => {
      await using program = stoppableProgram('async () => {}');
      await program.printed(/ready/);
      expect(await program.stop(signal), program.stderr).to.equal(0);
      expect(program.stderr).to.equal('');
    });
  }

  itWithSignals('waits for the stop, whatever signals come meanwhile', async () => {
    await using program = stoppableProgram(`() => {
      console.log('stopping');
      return once(process, 'SIGTERM');
    }`);
    await program.printed(/ready/);
    program.process.kill('SIGINT');
    await program.printed(/stopping/);
    program.process.kill('SIGINT');
    await program.printed(/stopping\nstopping/);
    expect(await program.stop('SIGTERM'), program.stderr).to.equal(0);
  });

  itWithSignals('ends the service when npx is told to stop', async () => {
    await using npx = new Program(['npx', '--no', '-c', 'node --import tsx src/main.ts']);
    await npx.printed(/^Serving /m);
    // npx passes the signal on only to its shell. Its pipes are closed only when no process holds
    // their other ends: the service has ended, too.
    npx.process.kill('SIGTERM');
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

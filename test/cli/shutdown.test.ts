import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { Program, programOf } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

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
    it(`ends with status 0 on ${signal}, and says nothing`, async () => {
      await using program = stoppableProgram('async () => {}');
      await program.printed(/ready/);
      expect(await program.stop(signal), program.stderr).to.equal(0);
      expect(program.stderr).to.equal('');
    });
  }

  it('waits for the stop, whatever signals come meanwhile', async () => {
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

  it('ends the service when npx is told to stop', async () => {
    await using npx = new Program(['npx', '--no', '-c', 'node --import tsx src/main.ts']);
    await npx.printed(/^Serving /m);
    // npx passes the signal on only to its shell. Its pipes are closed only when no process holds
    // their other ends: the service has ended, too.
    npx.process.kill('SIGTERM');
    await npx.ended();
  });

  it('outlives another npm script, which has started it in the background', async () => {
    const folder = new TemporaryFolder();
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
    folder.write(
      'background.mjs',
      `
      import { writeFileSync } from 'node:fs';
      import { mock } from 'node:test';
      import { setTimeout as delay } from 'node:timers/promises';
      import { shutDownOnSignals } from '${pathToFileURL('src/cli/shutdown.ts')}';
      const parent = process.ppid;
      mock.timers.enable({ apis: ['setInterval'] });
      shutDownOnSignals(async () => {
        console.log('stopped');
      });
      writeFileSync('ready', '');
      while (process.ppid === parent) await delay(10);
      mock.timers.tick(200);
      console.log('200 ms later');
      `,
    );
    const wait = 'while [ ! -e ready ]; do sleep 0.05; done';
    const command = `"${process.execPath}" --import "${tsx}" background.mjs & ${wait}`;
    folder.write('package.json', JSON.stringify({ scripts: { shop: command } }));
    await using npm = new Program(['npm', 'run', 'shop', '--prefix', folder.path('.')]);
    // When the program in the background has ended, too
    await npm.ended();
    expect(npm.stdout).to.include('200 ms later');
    expect(npm.stdout).not.to.include('stopped');
  });
});

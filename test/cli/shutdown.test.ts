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
      await using program = stoppableProgram('async () => 0');
      await program.printed(/ready/);
      expect(await program.stop(signal)).to.equal(0);
      expect(program.stderr).to.equal('');
    });
  }

  it('ends with status 1 if clients were disconnected, and says how many', async () => {
    await using program = stoppableProgram('async () => 2');
    await program.printed(/ready/);
    expect(await program.stop()).to.equal(1);
    const words = 'clients disconnected before they had their response: 2';
    expect(program.stderr).to.equal(`product-catalogue: ${words}\n`);
  });

  it('waits for the stop, whatever signals come meanwhile', async () => {
    await using program = stoppableProgram(`() => {
      console.log('stopping');
      return once(process, 'SIGTERM').then(() => 0);
    }`);
    await program.printed(/ready/);
    program.process.kill('SIGINT');
    await program.printed(/stopping/);
    program.process.kill('SIGINT');
    await program.printed(/stopping\nstopping/);
    expect(await program.stop('SIGTERM')).to.equal(0);
  });

  it('ends the service when npx is told to stop', async () => {
    await using npx = new Program(['npx', '--no', '-c', 'node --import tsx src/main.ts']);
    await npx.printed(/^Serving /m);
    // npx passes the signal on only to its shell. Its pipes are closed only when no process holds
    // their other ends: the service has ended, too.
    npx.process.kill('SIGTERM');
    await npx.ended();
  });

  it('lets the service outlive an npm script that has started it in the background', async () => {
    const folder = new TemporaryFolder();
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
    folder.write(
      'background.mjs',
      `
      import { writeFileSync } from 'node:fs';
      import { shutDownOnSignals } from '${pathToFileURL('src/cli/shutdown.ts')}';
      shutDownOnSignals(async () => console.log('stopped'));
      const parent = process.ppid;
      writeFileSync('ready', '');
      const timer = setInterval(() => {
        if (process.ppid === parent) return;
        clearInterval(timer);
        // Node calls back timers in the order of their ends: a look at the parent comes before.
        setTimeout(() => {
          console.log('outlived its parent');
          process.exit();
        }, 500);
      }, 10);
      `,
    );
    const wait = 'while [ ! -e ready ]; do sleep 0.05; done';
    const script = `"${process.execPath}" --import "${tsx}" background.mjs & ${wait}`;
    folder.write('package.json', JSON.stringify({ scripts: { shop: script } }));
    await using npm = new Program(['npm', 'run', 'shop', '--prefix', folder.path('.')]);
    await npm.printed(/^outlived its parent$/m);
    expect(npm.stdout).not.to.include('stopped');
  });
});

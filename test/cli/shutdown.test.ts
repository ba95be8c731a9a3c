import { expect } from 'chai';
import { Program, programOf } from '../support/service.ts';

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
});

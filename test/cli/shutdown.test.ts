import { expect } from 'chai';
import { Program, programOf } from '../support/service.ts';

/** A program that runs until it is told to stop. @param stop the source of the function that stops its server */
function stoppableProgram(stop: string): Program {
  const code = `
    import { once } from 'node:events';
    import { shutDownOnSignals } from './src/cli/shutdown.ts';
    setInterval(() => {}, 60_000);
    // In place of a terminal.
    process.stderr.isTTY = true;
    shutDownOnSignals(${stop});
    console.log('ready');
  `;
  return new Program(programOf(code));
}

/** How the process ends in a special case. The tests of `main` have a usual end, with status 0, and the end of npm. */
describe('shutDownOnSignals', () => {
  it('ends with status 1 if clients were disconnected, and says how many', async () => {
    await using program = stoppableProgram('async () => 2');
    await program.printed(/ready/);
    expect(await program.stop()).to.equal(1);
    const words = 'clients disconnected before they had their response: 2';
    expect(program.stderr).to.equal(`product-catalogue: ${words}\n`);
  });

  it('ignores a second signal that comes with the first, as after Ctrl+C', async () => {
    const anotherSignal = "Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])";
    await using program = stoppableProgram(`() => ${anotherSignal}.then(() => 0)`);
    await program.printed(/ready/);
    program.process.kill('SIGINT');
    expect(await program.stop('SIGTERM')).to.equal(0);
    expect(program.stderr).to.equal('');
  });

  it('says in a terminal what it waits for, and ends with status 1 at another signal', async () => {
    await using program = stoppableProgram('() => new Promise(() => {})');
    await program.printed(/ready/);
    program.process.kill('SIGINT');
    await program.printed(/waiting/);
    expect(await program.stop('SIGTERM')).to.equal(1);
    expect(program.stderr.split('\n')).to.deep.equal([
      'product-catalogue: waiting for slow clients; Ctrl+C again exits at once',
      'product-catalogue: SIGTERM during the shutdown, exiting',
      '',
    ]);
  });
});

import { expect } from 'chai';
import { Program, scriptCommand } from '../support/service.ts';

// The order in which all that ends the process does so, and its exit status.

/** How it stops, in a program in which the tests say when, and with what result. */
const SCRIPT = `
  import { setTimeout } from 'node:timers/promises';
  import { shutDownOnSignals } from './src/cli/shutdown.ts';
  let now = 0;
  Date.now = performance.now = () => now;
  let ppid = 1000;
  Object.defineProperty(process, 'ppid', { get: () => ppid });
  // Unless the process ends first.
  const echo = (event) => setImmediate(() => console.log(event));
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, echo);
  shutDownOnSignals(() => {
    console.log('stopping');
    return new Promise((resolve) => process.on('cut off', resolve));
  });
  const actions = {
    soon: () => { now = 499; },
    later: () => { now = 500; },
    throw: () => setImmediate(() => { throw new Error('unexpected'); }),
    orphan: () => { ppid = 1; },
    wait: () => setTimeout(200),
    finish: () => { process.emit('cut off', []); },
    cut: () => { process.emit('cut off', Array.from({ length: 1_010 }, (_, n) => 'client ' + n)); },
  };
  process.stdin.on('data', async (line) => {
    const action = String(line).trim();
    await actions[action]();
    echo(action);
  });
  console.log('ready');
`;

describe('shutDownOnSignals', () => {
  /** Does these things to the program one by one, each when it has seen the last one. It must end with the last. */
  async function endAfter(events: string, npmScript = '') {
    await using program = new Program(scriptCommand(SCRIPT), { npm_lifecycle_event: npmScript });
    await program.printed(/ready\n$/);
    for (const event of events.split(' ')) {
      const { length } = program.stdout;
      if (event.startsWith('SIG')) program.process.kill(event as NodeJS.Signals);
      else program.process.stdin.write(`${event}\n`);
      await program.printed(new RegExp(`^[^]{${length}}[^]*${event}\n`)).catch(() => {});
    }
    const { stdout, stderr, process } = program;
    expect(process.exitCode, `it goes on after ${events}`).not.to.equal(null);
    expect(stdout.match(/stopping/g)).to.have.length(1);
    return { status: process.exitCode, stdout, stderr };
  }

  const cases: [events: string, status: number, stderr: RegExp][] = [
    // Its parent is not npm.
    ['orphan wait SIGINT soon SIGTERM finish', 0, /^$/],
    ['SIGTERM later SIGTERM', 1, /^product-catalogue: SIGTERM during the shutdown, exiting\n$/],
    ['throw SIGINT', 1, /^Error: unexpected\n {4}at .*: SIGINT during the shutdown, exiting\n$/s],
    ['SIGINT throw SIGTERM finish', 1, /^Error: unexpected\n(?!.*during)/s],
  ];
  for (const [events, status, expected] of cases) {
    it(`ends with status ${status} after ${events}`, async () => {
      const { stderr, ...ending } = await endAfter(events);
      expect(ending).to.include({ status });
      expect(stderr).to.match(expected);
    });
  }

  it('ends with status 1 if it cuts off clients, and names the first ten', async () => {
    const clients = Array.from({ length: 10 }, (_, n) => `client ${n}`);
    const lines = [...clients, '1,000 other clients'].map(
      (line) => `cut off at the deadline: ${line}`,
    );
    const stderr = lines.map((line) => `product-catalogue: ${line}\n`).join('');
    expect(await endAfter('SIGTERM cut')).to.include({ status: 1, stderr });
  });

  const exited = 'product-catalogue: npm has exited, so the service stops too\n';
  it('stops once when the npx that runs it has exited', async () => {
    const { stdout, ...ending } = await endAfter('wait orphan wait SIGTERM wait finish', 'npx');
    expect(stdout).to.include('wait\norphan\nstopping\nwait\nSIGTERM\nwait\n');
    expect(ending).to.deep.equal({ status: 0, stderr: exited });
  });
});

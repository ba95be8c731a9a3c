import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { shutDownOnSignals } from '../../src/cli/shutdown.ts';

const original = { setTimeout, setInterval, now: performance.now, error: console.error };

/** The order in which all that ends the process does so, and its exit status. `test/main` ends real processes. */
describe('shutDownOnSignals', () => {
  afterEach(() => {
    const { setTimeout, setInterval, now, error } = original;
    Object.assign(globalThis, { setTimeout, setInterval });
    performance.now = now;
    console.error = error;
  });

  /** Has these things happen to a process, one by one; a number lets as many ms pass. The last one must end it. */
  async function endAfter(events: string, npmScript = '', isTTY = false) {
    let time = 0;
    const timers: { call: () => void; at: number; every: number }[] = [];
    const start = (isRepeated: boolean) => (call: () => void, ms: number) => {
      timers.push({ call, at: time + ms, every: isRepeated ? ms : Infinity });
    };
    Object.assign(globalThis, { setTimeout: start(false), setInterval: start(true) });
    performance.now = () => time;
    const printed: string[] = [];
    console.error = (line: unknown) => printed.push(String(line));

    const env = { npm_lifecycle_event: npmScript };
    let status: number | undefined;
    const exit = (code?: number) => (status ??= code ?? process.exitCode);
    const process = Object.assign(new EventEmitter(), {
      env,
      ppid: 1000,
      stderr: { isTTY },
      exitCode: 0,
      exit,
    });
    let stops = 0;
    const stop = (): Promise<readonly string[]> => {
      stops += 1;
      return new Promise((resolve) => process.on('stopped', resolve));
    };
    shutDownOnSignals(stop, process as unknown as NodeJS.Process);

    for (const event of events.split(' ')) {
      expect(status, `before ${event}`).to.equal(undefined);
      if (event === 'orphan') process.ppid = 1;
      else if (event === 'throw') process.emit('uncaughtException', new Error('unexpected'));
      else if (event === 'finish') process.emit('stopped', []);
      else if (event === 'cut') {
        const clients = Array.from({ length: 1010 }, (_, n) => `client ${n}`);
        process.emit('stopped', clients);
      } else if (event.startsWith('SIG')) process.emit(event);
      else {
        time += Number(event);
        for (const timer of timers.filter(({ at }) => at <= time)) {
          timer.at += timer.every;
          timer.call();
        }
      }
      await setImmediate();
    }
    expect(stops).to.equal(1);
    return { status, printed };
  }

  const exited = 'product-catalogue: npm has exited, so the service stops too';
  const second = 'product-catalogue: SIGTERM during the shutdown, exiting';
  const cutOff = [...Array.from({ length: 10 }, (_, n) => `client ${n}`), '1,000 other clients'];
  const cases: [events: string, npmScript: string, status: number, printed: string[]][] = [
    ['SIGINT 499 SIGTERM finish', '', 0, []],
    ['SIGTERM 500 SIGTERM', '', 1, [second]],
    ['throw 499 SIGINT 1 SIGTERM', '', 1, ['Error: unexpected', second]],
    ['SIGINT throw 499 SIGTERM finish', '', 1, ['Error: unexpected']],
    [
      'SIGTERM cut',
      '',
      1,
      cutOff.map((who) => `product-catalogue: cut off at the deadline: ${who}`),
    ],
    ['200 orphan 200 SIGTERM 200 finish', 'npx', 0, [exited]],
    ['orphan 200 finish', 'start', 0, [exited]],
    ['SIGTERM orphan 200 finish', 'start', 0, []],
    ['orphan 200 SIGTERM finish', 'restart', 0, []],
    ['orphan 200 SIGTERM finish', 'start:shop', 0, []],
  ];
  for (const [events, npmScript, status, printed] of cases) {
    it(`ends with status ${status} after ${events}${npmScript && `, run by ${npmScript}`}`, async () => {
      expect(await endAfter(events, npmScript)).to.deep.equal({ status, printed });
    });
  }

  it('says on a terminal for what it waits after two seconds, and only there', async () => {
    const waiting = 'waiting up to 10 s for open connections; Ctrl+C again stops at once';
    for (const [events, isTTY, printed] of [
      ['SIGINT 2000 finish', true, [`product-catalogue: ${waiting}`]],
      ['SIGINT 1999 finish', true, []],
      ['SIGINT 2000 finish', false, []],
    ] as const) {
      expect(await endAfter(events, '', isTTY)).to.deep.equal({ status: 0, printed });
    }
  });
});

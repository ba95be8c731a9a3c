import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { shutDownOnSignals } from '../../src/cli/shutdown.ts';

const { setTimeout, setInterval } = globalThis;
const { now } = performance;
const { error } = console;

/** The order in which all that ends the process does so, and its exit status. `test/main` ends real processes. */
describe('shutDownOnSignals', () => {
  afterEach(() => {
    Object.assign(globalThis, { setTimeout, setInterval });
    Object.assign(performance, { now });
    Object.assign(console, { error });
  });

  /** Has these things happen to a process, one by one; a number lets as many ms pass. The last one must end it. */
  async function endAfter(events: string, changes: object) {
    let time = 0;
    const timers: { call: () => void; at: number; every: number }[] = [];
    const startTimer = (call: () => void, ms: number, every = Infinity) => {
      timers.push({ call, at: time + ms, every });
    };
    const repeat = (call: () => void, ms: number) => startTimer(call, ms, ms);
    Object.assign(globalThis, { setTimeout: startTimer, setInterval: repeat });
    Object.assign(performance, { now: () => time });
    const printed: string[] = [];
    Object.assign(console, { error: (line: unknown) => printed.push(String(line)) });

    let status: number | undefined;
    const exit = (code?: number) => (status ??= code ?? process.exitCode);
    const parts = { env: {}, ppid: 1000, stderr: { isTTY: false }, exitCode: 0, exit, ...changes };
    const process = Object.assign(new EventEmitter(), parts);
    let stops = 0;
    const stop = (): Promise<number> => {
      stops += 1;
      return new Promise((resolve) => process.on('stopped', resolve));
    };
    shutDownOnSignals(stop, process as unknown as NodeJS.Process);

    const actions: Record<string, () => unknown> = {
      orphan: () => Object.assign(process, { ppid: 1 }),
      throw: () => process.emit('uncaughtException', new Error('unexpected')),
      finish: () => process.emit('stopped', 0),
      cut: () => process.emit('stopped', 1010),
      SIGINT: () => process.emit('SIGINT'),
      SIGTERM: () => process.emit('SIGTERM'),
    };
    for (const event of events.split(' ')) {
      expect(status, `before ${event}`).to.equal(undefined);
      actions[event]?.();
      time += Number(event) || 0;
      for (const timer of timers.filter(({ at }) => at <= time)) {
        timer.at += timer.every;
        timer.call();
      }
      await setImmediate();
    }
    expect(stops).to.equal(1);
    return { status, printed };
  }

  const by = (script: string) => ({ env: { npm_lifecycle_event: script } });
  const terminal = { stderr: { isTTY: true } };
  const thrown = 'Error: unexpected';
  const exited = 'product-catalogue: npm has exited, so the service stops too';
  const second = 'product-catalogue: SIGTERM during the shutdown, exiting';
  const waiting =
    'product-catalogue: waiting up to 10 s for open connections; Ctrl+C again stops at once';
  const disconnected =
    'product-catalogue: clients disconnected before they had their response: 1010';
  const cases: [events: string, changes: object, status: number, printed: string[]][] = [
    ['SIGINT 499 SIGTERM 5000 finish', {}, 0, []],
    ['SIGTERM 500 SIGTERM', {}, 1, [second]],
    ['throw 499 SIGINT 1 SIGTERM', {}, 1, [thrown, second]],
    ['SIGINT throw 499 SIGTERM finish', {}, 1, [thrown]],
    ['SIGTERM cut', {}, 1, [disconnected]],
    ['200 orphan 200 SIGTERM 200 finish', by('npx'), 0, [exited]],
    ['orphan 200 finish', by('start'), 0, [exited]],
    ['SIGTERM orphan 200 finish', by('start'), 0, []],
    ['orphan 200 SIGTERM finish', by('restart'), 0, []],
    ['orphan 200 SIGTERM finish', by('start:shop'), 0, []],
    ['SIGINT 1999 finish', terminal, 0, []],
    ['SIGINT 2000 finish', terminal, 0, [waiting]],
  ];
  for (const [events, changes, status, printed] of cases) {
    it(`ends with status ${status} after ${events} with ${JSON.stringify(changes)}`, async () => {
      expect(await endAfter(events, changes)).to.deep.equal({ status, printed });
    });
  }
});

import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { shutDownOnSignals } from '../../src/cli/shutdown.ts';

/** What ends the process, and with which exit status. `test/main` ends real processes. */
describe('shutDownOnSignals', () => {
  let printed: string[] = [];
  beforeEach(() => {
    printed = [];
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    mock.method(console, 'error', (line: string) => {
      // Node.js 20 also warns that its mock timers are experimental.
      if (line.startsWith('product-catalogue: ')) printed.push(line);
    });
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  /** In place of a process. Its server has stopped when it emits `stopped`, with the number of disconnected clients. */
  class FakeProcess extends EventEmitter {
    readonly env: NodeJS.ProcessEnv = {};
    readonly stderr = { isTTY: false };
    ppid = 1000;
    stops = 0;
    readonly statuses: number[] = [];

    exit(status: number): void {
      this.statuses.push(status);
    }

    shutDownOnSignals(): void {
      const stop = () => {
        this.stops += 1;
        return new Promise<number>((resolve) => this.once('stopped', resolve));
      };
      shutDownOnSignals(stop, this as unknown as NodeJS.Process);
    }

    async hasStopped(disconnected = 0): Promise<void> {
      this.emit('stopped', disconnected);
      await setImmediate();
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM']) {
    it(`ends with status 0 after ${signal}, when the server has stopped`, async () => {
      const process = new FakeProcess();
      process.shutDownOnSignals();
      expect(process.stops).to.equal(0);
      process.emit(signal, signal);
      expect(process.stops).to.equal(1);
      expect(process.statuses).to.deep.equal([]);
      await process.hasStopped();
      expect(process.statuses).to.deep.equal([0]);
      expect(printed).to.deep.equal([]);
    });
  }

  it('ends with status 1 if clients were disconnected, and says how many', async () => {
    const process = new FakeProcess();
    process.shutDownOnSignals();
    process.emit('SIGTERM', 'SIGTERM');
    await process.hasStopped(2);
    expect(process.statuses).to.deep.equal([1]);
    expect(printed).to.deep.equal([
      'product-catalogue: clients disconnected before they had their response: 2',
    ]);
  });

  it('ignores signals within 500 ms of the first, and ends with status 1 at a later one', () => {
    const process = new FakeProcess();
    process.shutDownOnSignals();
    process.emit('SIGINT', 'SIGINT');
    mock.timers.tick(499);
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGTERM', 'SIGTERM');
    expect(process.statuses).to.deep.equal([]);

    mock.timers.tick(1);
    process.emit('SIGTERM', 'SIGTERM');
    expect(process.statuses).to.deep.equal([1]);
    expect(process.stops).to.equal(1);
    expect(printed).to.deep.equal(['product-catalogue: SIGTERM during the shutdown, exiting']);
  });

  for (const isTTY of [true, false]) {
    it(`says ${isTTY ? 'in a terminal' : 'nowhere else'} what it waits for after 2 s`, () => {
      const process = new FakeProcess();
      process.stderr.isTTY = isTTY;
      process.shutDownOnSignals();
      process.emit('SIGINT', 'SIGINT');
      mock.timers.tick(1999);
      expect(printed).to.deep.equal([]);
      mock.timers.tick(1);
      const line = 'product-catalogue: waiting for slow clients; Ctrl+C again exits at once';
      expect(printed).to.deep.equal(isTTY ? [line] : []);
    });
  }

  for (const script of ['start', 'npx']) {
    it(`stops when npm has ended that has run ${script}`, async () => {
      const process = new FakeProcess();
      process.env.npm_lifecycle_event = script;
      process.shutDownOnSignals();
      mock.timers.tick(200);
      expect(process.stops).to.equal(0);
      process.ppid = 1;
      mock.timers.tick(200);
      expect(process.stops).to.equal(1);
      expect(printed).to.deep.equal([
        'product-catalogue: npm has exited, so the service stops too',
      ]);

      await process.hasStopped();
      expect(process.statuses).to.deep.equal([0]);
    });
  }

  it('says nothing of npm if npm ends after a signal has come', () => {
    const process = new FakeProcess();
    process.env.npm_lifecycle_event = 'start';
    process.shutDownOnSignals();
    process.emit('SIGTERM', 'SIGTERM');
    process.ppid = 1;
    mock.timers.tick(200);
    expect([process.stops, printed]).to.deep.equal([1, []]);
  });

  it('stays when the parent of another script ends', () => {
    const process = new FakeProcess();
    process.env.npm_lifecycle_event = 'start:shop';
    process.shutDownOnSignals();
    process.ppid = 1;
    mock.timers.tick(10_000);
    expect(process.stops).to.equal(0);
  });
});

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { expect } from 'chai';
import { createLogWriter, localTime, logLine } from '../../src/cli/log.ts';
import type { AccessLogEntry } from '../../src/http-server/graceful-server.ts';
import { preload, Service } from '../support/service.ts';
import { once } from '../support/with-timeout.ts';

const request = { method: 'GET', target: '/2' };
const entry: AccessLogEntry = { ...request, status: 200, milliseconds: 1.25, isAborted: false };
const long = `/${'x'.repeat(199)}`;

const now = new Date('2026-01-01T08:33:07Z');

/** The time as RFC 3339 has it, wherever the machine is. */
describe('localTime', () => {
  const { TZ } = process.env;
  afterEach(() => {
    delete process.env.TZ;
    if (TZ !== undefined) process.env.TZ = TZ;
  });

  for (const [zone, time] of [
    ['Asia/Kolkata', '2026-01-01T14:03:07+05:30'],
    ['America/St_Johns', '2026-01-01T05:03:07-03:30'],
    ['UTC', '2026-01-01T08:33:07+00:00'],
  ] as const) {
    it(`has the offset of ${zone}`, () => {
      process.env.TZ = zone;
      expect(localTime(now)).to.equal(time);
    });
  }
});

/** One line for each response, with a dash for what is not known. */
describe('logLine', () => {
  const rows: [what: string, entry: AccessLogEntry, line: string][] = [
    ['a response', entry, 'GET /2 200 1.3 ms'],
    ['a response cut short', { ...entry, isAborted: true }, 'GET /2 200 1.3 ms, aborted'],
    ['no response', { ...entry, status: undefined, isAborted: true }, 'GET /2 - 1.3 ms, aborted'],
    ['a malformed request', { status: 400, isAborted: false }, '- - 400'],
    ['a target of 200 characters', { ...entry, target: long }, `GET ${long} 200 1.3 ms`],
    ['a longer target', { ...entry, target: `${long}x` }, `GET ${long}… 200 1.3 ms`],
  ];
  for (const [what, given, line] of rows) {
    it(`shows ${what}`, () => {
      expect(logLine(given, now, false)).to.equal(`${localTime(now)} ${line}`);
    });
  }

  for (const [status, code] of [
    [200, 32],
    [400, 33],
    [500, 31],
    [undefined, 31],
  ] as const) {
    it(`colours the status ${status}, and nothing else`, () => {
      const shown = `\u001b[${code}m${status ?? '-'}\u001b[39m`;
      const line = logLine({ ...entry, status }, now, true);
      expect(line).to.equal(`${localTime(now)} GET /2 ${shown} 1.3 ms`);
    });
  }
});

/** The log takes a bounded amount of memory, and says what it leaves out. */
describe('createLogWriter', () => {
  const line = 'x'.repeat(1023);

  it('drops lines while a mebibyte waits to be read, and then says how many', async () => {
    const stream = new PassThrough({ readableHighWaterMark: 1 });
    const print = createLogWriter(stream);
    for (let count = 0; count < 3000; count += 1) print(line);
    expect(stream.writableLength).to.be.within(2 ** 20, 2 ** 20 + 2048);

    // Room for some lines again, but before the word about those that were dropped.
    while (stream.writableLength > 2 ** 19) stream.read();
    print('too early');
    const read = text(stream);
    await once(stream, 'drain');
    // Enough to wait for, but too few to drop any.
    for (let count = 0; count < 100; count += 1) print(line);
    await once(stream, 'drain');
    print('later');
    stream.end();
    const [dropped, ...rest] = (await read).split('\n').filter((text) => text !== line);
    expect(dropped).to.match(/^1\d{3} lines dropped, as nobody was reading$/);
    const count = Number.parseInt(String(dropped).replace(',', ''), 10);
    expect(count).to.be.within(3001 - 1026, 3001 - 1024);
    expect(rest).to.deep.equal(['later', '']);
  });

  it('drops lines of main, which has colours in a terminal', async () => {
    // A terminal that reads no second line of the log, on a machine in a network.
    const terminal = `
      import { syncBuiltinESMExports } from 'node:module';
      import os from 'node:os';
      os.networkInterfaces = () => ({ eth0: [{ family: 'IPv4', address: '192.0.2.7' }] });
      syncBuiltinESMExports();
      Object.assign(process.stdout, { isTTY: true, hasColors: () => true });
      let lines = 0;
      Object.defineProperty(process.stdout, 'writableLength', { get: () => 2 ** 21 * lines++ });
    `;
    await using service = new Service(preload(terminal), ['--log']);
    await service.get('/api/products/1');
    await service.get('/api/products/2');
    expect(await service.stop()).to.equal(0);
    const green = styleText('green', '200', { validateStream: false });
    const [serving, network, first, ...rest] = service.stdout.split('\n');
    expect(serving).to.match(/^Serving /);
    expect(network).to.match(/^In your network: http:\/\/192\.0\.2\.7:\d+\/api\/products$/);
    expect(first).to.include(` GET /api/products/1 ${green} `);
    expect(rest).to.deep.equal(['']);
  });
});

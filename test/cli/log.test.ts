import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createLog, formatEntry } from '../../src/cli/log.ts';
import type { AccessLogEntry } from '../../src/graceful-server/access-log.ts';

const request = { method: 'GET', target: '/2' };
const entry: AccessLogEntry = { ...request, status: 200, milliseconds: 1.25, isAborted: false };
const unknown = { method: undefined, target: undefined, milliseconds: undefined };

/** One line for each response, with a dash for what is not known. */
describe('formatEntry', () => {
  const rows: [what: string, entry: AccessLogEntry, line: string][] = [
    ['a response', entry, 'GET /2 200 1.3 ms'],
    ['an aborted response', { ...entry, isAborted: true }, 'GET /2 200 1.3 ms, aborted'],
    ['no response', { ...entry, status: undefined, isAborted: true }, 'GET /2 - 1.3 ms, aborted'],
    ['a malformed request', { ...unknown, status: 400, isAborted: false }, '- - 400'],
  ];
  for (const [what, given, line] of rows) {
    it(`shows ${what}`, () => {
      expect(formatEntry(given)).to.equal(line);
    });
  }
});

describe('createLog', () => {
  it('drops lines while a mebibyte waits to be read, and goes on when it has been read', () => {
    const stream = new PassThrough();
    const log = createLog(stream);
    const long = { ...entry, target: `/${'x'.repeat(200)}` };
    for (let count = 0; count < 10_000; count += 1) log(long);
    expect(stream.writableLength).to.be.within(2 ** 20, 2 ** 20 + 1024);

    while (stream.read() !== null);
    log(entry);
    expect(String(stream.read())).to.match(/^[\dT:.-]{23}Z GET \/2 200 1\.3 ms\n$/);
  });
});

import { expect } from 'chai';
import { logLine } from '../../src/cli/log-line.ts';
import type { AccessLogEntry } from '../../src/http-server/access-log-entry.ts';

const request = { method: 'GET', target: '/2' };
const entry: AccessLogEntry = { ...request, status: 200, milliseconds: 1.25, isCutOff: false };
const long = `/${'x'.repeat(199)}`;

/** One line for each response, with a dash for what is not known. */
describe('logLine', () => {
  // Local time is not UTC here, as it may be on the machine that tests.
  const { TZ } = process.env;
  before(() => Object.assign(process.env, { TZ: 'Asia/Kolkata' }));
  after(() => {
    delete process.env.TZ;
    if (TZ !== undefined) process.env.TZ = TZ;
  });
  const now = new Date('2026-01-01T08:33:07Z');

  const rows: [what: string, entry: AccessLogEntry, line: string][] = [
    ['a response', entry, 'GET /2 200 1.3 ms'],
    ['a response cut short', { ...entry, isCutOff: true }, 'GET /2 200 1.3 ms, cut off'],
    ['no response', { ...entry, status: undefined, isCutOff: true }, 'GET /2 - 1.3 ms, cut off'],
    ['a malformed request', { status: 400, isCutOff: false }, '- - 400'],
    ['a target of 200 characters', { ...entry, target: long }, `GET ${long} 200 1.3 ms`],
    ['a longer target', { ...entry, target: `${long}x` }, `GET ${long}… 200 1.3 ms`],
  ];
  for (const [what, given, line] of rows) {
    it(`shows ${what}`, () => {
      expect(logLine(given, now, false)).to.equal(`2026-01-01 14:03:07 ${line}`);
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
      expect(line).to.equal(`2026-01-01 14:03:07 GET /2 ${shown} 1.3 ms`);
    });
  }
});

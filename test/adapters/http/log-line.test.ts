import { expect } from 'chai';
import { logLine } from '../../../src/adapters/http/log-line.ts';
import type { Answer } from '../../../src/adapters/http/server/answer.ts';

describe('logLine', () => {
  const now = new Date(2026, 0, 1, 14, 3, 7);
  const answer: Answer = {
    method: 'GET',
    target: '/api/products/2',
    status: 200,
    milliseconds: 1.25,
    isCutOff: false,
  };
  const rows: [what: string, answer: Answer, line: string][] = [
    ['an answer', answer, '14:03:07 GET /api/products/2 200 1.3 ms'],
    [
      'an answer that the client did not wait for',
      { ...answer, isCutOff: true },
      '14:03:07 GET /api/products/2 200 1.3 ms, client left',
    ],
    [
      'a client that disconnected before its answer',
      { ...answer, status: undefined, isCutOff: true },
      '14:03:07 GET /api/products/2 - 1.3 ms, client left',
    ],
    [
      'a malformed request',
      { method: undefined, target: undefined, status: 400, isCutOff: false },
      '14:03:07 - - 400',
    ],
    [
      'a target of 200 characters',
      { ...answer, target: `/${'x'.repeat(199)}` },
      `14:03:07 GET /${'x'.repeat(199)} 200 1.3 ms`,
    ],
    [
      'a longer target',
      { ...answer, target: `/${'x'.repeat(200)}` },
      `14:03:07 GET /${'x'.repeat(199)}… 200 1.3 ms`,
    ],
  ];
  for (const [what, given, line] of rows) {
    it(`shows ${what}`, () => {
      expect(logLine(given, now, false)).to.equal(line);
    });
  }

  for (const [status, code] of [
    [200, 32],
    [404, 33],
    [400, 33],
    [500, 31],
    [undefined, 31],
  ] as const) {
    it(`colours the status ${status}, and nothing else`, () => {
      const line = logLine({ ...answer, status }, now, true);
      const esc = String.fromCharCode(27);
      const shown = `${esc}[${code}m${status ?? '-'}${esc}[39m`;
      expect(line).to.equal(`14:03:07 GET /api/products/2 ${shown} 1.3 ms`);
    });
  }
});

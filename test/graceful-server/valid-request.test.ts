import { expectResponses } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { exchange } from '../support/raw-http.ts';

/** A GET request in this version of HTTP, with these fields and no others. */
function version(number: string, ...fields: string[]): string {
  return [`GET / HTTP/${number}`, ...fields, '', ''].join('\r\n');
}

/** One with an empty body in this transfer coding, as the last of its connection. */
function coded(number: string, coding: string): string {
  const fields = ['Host: a', 'Connection: close', `Transfer-Encoding: ${coding}`];
  return `${version(number, ...fields)}0\r\n\r\n`;
}

const rows: [what: string, sent: string, status: number][] = [
  ['HTTP/0.9', version('0.9', 'Host: a'), 400],
  ['HTTP/2.0', version('2.0', 'Host: a'), 400],
  ['no Host', version('1.1'), 400],
  ['no Host in HTTP/1.0', version('1.0'), 200],
  ['two Hosts', version('1.1', 'Host: a', 'hOST: a'), 400],
  ['an empty Host', version('1.1', 'Host: '), 400],
  ['an invalid Host', version('1.1', 'Host: user@a'), 400],
  ['a Host with a port', version('1.1', 'Host: a:1', 'Connection: close'), 200],
  ['a transfer coding before chunked', coded('1.1', 'gzip, chunked'), 400],
  ['a transfer coding in capitals', coded('1.1', 'CHUNKED'), 200],
  ['a transfer coding in HTTP/1.0', coded('1.0', 'chunked'), 400],
];

/** Where Node's parser is not strict. A valid request is passed on, and answered with 200. */
describe('isValidRequest', () => {
  const servers = new Servers();

  for (const [what, sent, status] of rows) {
    it(`has the server answer ${status} to ${what}`, async () => {
      const { port } = await servers.start();
      expectResponses(await exchange(port, sent), [status]);
    });
  }
});

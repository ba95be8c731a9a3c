import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { errorResponseText } from '../../src/graceful-server/errors.ts';
import { expectResponses } from '../support/contract.ts';
import { formatError, Servers } from '../support/local-server.ts';
import { connectionsOf, exchange, exchangeOne, get } from '../support/raw-http.ts';

const CHUNKED = `${get('/', 'Transfer-Encoding: chunked')}0\r\n\r\n`;

/** A GET request in this version of HTTP, with these fields and no others. */
function version(number: string, ...fields: string[]): string {
  return [`GET / HTTP/${number}`, ...fields, '', ''].join('\r\n');
}

/** What is sent, and the status of the error response that the server sends by itself. */
const rejected: [what: string, sent: string, status: number][] = [
  // The contract knows only GET.
  ['an unknown method', get('/').replace('GET', 'BREW'), 404],
  ['a method of RTSP', get('/').replace('GET', 'PLAY'), 404],

  // What Node's parser rejects.
  ['a line that is no request', 'GET / FTP/1.1\r\n\r\n', 400],
  ['a field of 17,000 bytes', get('/', `X: ${'x'.repeat(17_000)}`), 431],

  // What Node's parser does not check.
  ['HTTP/0.9', version('0.9', 'Host: a'), 400],
  ['HTTP/2.0', version('2.0', 'Host: a'), 400],
  ['no Host', version('1.1'), 400],
  ['two Hosts', version('1.1', 'Host: a', 'hOST: a'), 400],
  ['an empty Host', version('1.1', 'Host: '), 400],
  ['an invalid Host', version('1.1', 'Host: user@a'), 400],
  ['a transfer coding in HTTP/1.0', CHUNKED.replace('1.1', '1.0'), 400],
  ['a transfer coding before chunked', CHUNKED.replace('chunked', 'gzip, chunked'), 400],
];

const wellFormed: [what: string, sent: string][] = [
  ['HTTP/1.0 without Host', version('1.0')],
  ['a Host with a port', version('1.1', 'Host: a:1', 'Connection: close')],
  [
    'a transfer coding in capitals',
    `${get('/', 'Transfer-Encoding: CHUNKED', 'Connection: close')}0\r\n\r\n`,
  ],
];

describe('the responses to what is no request', () => {
  const servers = new Servers();

  for (const [what, sent, status] of rejected) {
    it(`answers ${status} to ${what}, and closes the connection`, async () => {
      const handled: (string | undefined)[] = [];
      const listener: RequestListener = ({ url }) => handled.push(url);
      const { port } = await servers.start({ listener });
      const response = await exchangeOne(port, sent);
      expectResponses([response], [status]);
      expect(connectionsOf([response])).to.deep.equal(['close']);
      const date = response.headers.get('date');
      expect(date).to.match(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
      expect(handled).to.deep.equal([]);
    });
  }

  for (const [what, sent] of wellFormed) {
    it(`answers 200 to ${what}`, async () => {
      const { port } = await servers.start();
      expectResponses(await exchange(port, sent), [200]);
    });
  }

  it('has no body for HEAD', () => {
    expect(errorResponseText(400, 'HEAD', formatError)).to.match(/\r\n\r\n$/);
  });
});

import { expect } from 'chai';
import { expectResponses } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { connectionsOf, exchangeOne, requestText, UNKNOWN_METHOD } from '../support/raw-http.ts';

/** What is sent, and the status of the error response that the server sends by itself. */
const rejected: [what: string, sent: string, status: number][] = [
  // The contract knows only GET.
  ['an unknown method', UNKNOWN_METHOD, 404],
  ['a method of RTSP', requestText('PLAY', '/'), 404],
  ['a line that is no request', 'GET / FTP/1.1\r\n\r\n', 400],
  ['a field of 17,000 bytes', requestText('GET', '/', `X: ${'x'.repeat(17_000)}`), 431],
];

describe('the errors that the server sends by itself', () => {
  const servers = new Servers();

  for (const [what, sent, status] of rejected) {
    it(`answer ${status} to ${what}, and say that the connection closes`, async () => {
      const { responses, port } = await servers.startUnanswered();
      const response = await exchangeOne(port, sent);
      expectResponses([response], [status]);
      expect(connectionsOf([response])).to.deep.equal(['close']);
      const date = response.headers.get('date');
      expect(date).to.match(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
      expect(responses).to.deep.equal([]);
    });
  }
});

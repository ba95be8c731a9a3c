import { once } from 'node:events';
import { expect } from 'chai';
import type { Answer } from '../../../../src/adapters/http/server/answer.ts';
import { catchUncaught } from '../../../support/catch-uncaught.ts';
import { expectStatuses } from '../../../support/contract.ts';
import { largeList } from '../../../support/large-list.ts';
import { Servers } from '../../../support/local-server.ts';
import {
  CLOSE,
  CONNECT,
  exchange,
  GET,
  GET_LIST,
  get,
  MALFORMED,
  NO_HOST,
  POST,
} from '../../../support/raw-http.ts';

/** `onAnswer` is told of each response and refusal, sent or not, once. */
describe('an Answer', () => {
  const servers = new Servers();
  let answers: Answer[] = [];
  const onAnswer = (answer: Answer) => answers.push(answer);
  beforeEach(() => {
    answers = [];
  });

  function reported(): string[] {
    return answers.map(({ method, target, status, isCutOff }) => {
      return `${method} ${target} ${status}${isCutOff ? ', cut off' : ''}`;
    });
  }

  const rows: [what: string, sent: string, ...answers: string[]][] = [
    ['a product', CLOSE, 'GET /api/products/2 200'],
    ['a HEAD', get('/x?y', 'Connection: close').replace('GET', 'HEAD'), 'HEAD /x?y 404'],
    ['a request without Host', NO_HOST, 'GET / 400'],
    ['a malformed request', MALFORMED, 'undefined undefined 400'],
    // So that nobody can forge a line of the log, or control a terminal.
    ['a target with an escape character', get('/\x1b[2J'), 'undefined undefined 400'],
    ['malformed chunks', `${get('/', 'Transfer-Encoding: chunked')}zz\r\n`, 'GET / 400'],
    ['large fields', get('/', `X: ${'x'.repeat(20_000)}`), 'undefined undefined 431'],
    ['a request that is not complete in time', GET.slice(0, -2), 'undefined undefined 408'],
    ['CONNECT', CONNECT, 'CONNECT a:443 404'],
    [
      'pipelined requests and a malformed one, in order',
      `${GET}${get('/2').replace('GET', 'DELETE')}${MALFORMED}`,
      ...['GET /api/products/2 200', 'DELETE /2 404', 'undefined undefined 400'],
    ],
    ['one request, if others follow Connection: close', CLOSE + GET, 'GET /api/products/2 200'],
  ];
  for (const [what, sent, ...expected] of rows) {
    it(`is reported for ${what}`, async () => {
      const limits = { headersTimeout: 100, connectionsCheckingInterval: 20 };
      const { port, stop } = await servers.start({ limits, onAnswer });
      const sentAt = performance.now();
      expect(await exchange(port, sent)).to.have.length(expected.length);
      await stop();
      expect(reported()).to.deep.equal(expected);
      for (const { milliseconds = 0 } of answers) {
        expect(milliseconds).to.be.within(0, performance.now() - sentAt);
      }
    });
  }

  const last: [what: string, sent: string, answer: string][] = [
    ['a refusal', NO_HOST, 'GET / 400'],
    ['HEAD in HTTP/1.0', 'HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', 'HEAD / 404'],
  ];
  for (const [what, sent, answer] of last) {
    it(`is not reported for a request that follows ${what}, with which the connection ends`, async () => {
      const { client, stop } = await servers.connect({ onAnswer }, { closes: false });
      client.send(sent);
      await once(client.socket, 'end');
      client.socket.end(GET);
      await once(client.socket, 'close');
      await stop();
      expect(reported()).to.deep.equal([answer]);
    });
  }

  const unread: [what: string, sent: string, event: string, ...answers: string[]][] = [
    [
      'is reported for each response that a client left unread, begun or not',
      GET_LIST + GET_LIST + POST,
      'request',
      ...['GET /api/products 200, cut off', 'GET /api/products 200, cut off'],
      'POST / undefined, cut off',
    ],
    [
      'is not reported for a refusal that waited behind a response when the client disconnected',
      GET_LIST + MALFORMED,
      'clientError',
      'GET /api/products 200, cut off',
    ],
  ];
  for (const [name, sent, event, ...expected] of unread) {
    it(name, async () => {
      const { client, server, stop } = await servers.connect({ products: largeList, onAnswer });
      client.socket.pause();
      client.send(sent);
      await Promise.all([once(server, event), once(client.socket, 'readable')]);
      client.socket.resetAndDestroy();
      await stop();
      expect(reported()).to.deep.equal(expected);
    });
  }

  it('may be reported to a function that throws: a refusal that waits behind the response is sent all the same', async () => {
    const thrown = new Error('onAnswer');
    const { port } = await servers.start({
      onAnswer() {
        throw thrown;
      },
    });
    const uncaught = catchUncaught();
    expectStatuses(await exchange(port, `${GET}${MALFORMED}`), [200, 400]);
    expect(uncaught.stop()).to.deep.equal([thrown, thrown]);
  });
});

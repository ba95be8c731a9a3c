import { once } from 'node:events';
import { expect } from 'chai';
import type { Answer } from '../../../../src/adapters/http/server/answer.ts';
import type { Limits } from '../../../../src/adapters/http/server/limits.ts';
import type { Product } from '../../../../src/domain/product.ts';
import { catchUncaught } from '../../../support/catch-uncaught.ts';
import { fixtureProducts } from '../../../support/fixture-products.ts';
import { largeList } from '../../../support/large-list.ts';
import { type LocalServer, startServer } from '../../../support/local-server.ts';
import { exchange, get } from '../../../support/raw-http.ts';

const GET = get('/api/products/2');
const GET_LIST = get('/api/products');
const CLOSE = get('/api/products/2', 'Connection: close');
const CONNECT = get('a:443').replace('GET', 'CONNECT');
const TOO_LARGE = get('/', `X: ${'x'.repeat(20_000)}`);
const MALFORMED = 'malformed\r\n\r\n';

/** `onAnswer` is told of each response and refusal, sent or not, once. */
describe('an Answer', () => {
  let server: LocalServer;
  let answers: Answer[] = [];
  afterEach(() => server.stop());

  async function start(
    limits: Partial<Limits> = {},
    products: readonly Product[] = fixtureProducts,
  ): Promise<LocalServer> {
    answers = [];
    server = await startServer(limits, products, (answer) => answers.push(answer));
    return server;
  }

  const rows: [what: string, sent: string, ...answers: unknown[][]][] = [
    ['a product', CLOSE, ['GET', '/api/products/2', 200]],
    ['a HEAD', get('/x?y', 'Connection: close').replace('GET', 'HEAD'), ['HEAD', '/x?y', 404]],
    ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', ['GET', '/', 400]],
    ['a malformed request', MALFORMED, [undefined, undefined, 400]],
    ['a malformed length', get('/', 'Content-Length: x'), [undefined, undefined, 400]],
    ['malformed chunks', `${get('/', 'Transfer-Encoding: chunked')}zz\r\n`, ['GET', '/', 400]],
    ['fields that are too large', TOO_LARGE, [undefined, undefined, 431]],
    ['a request that is not complete in time', GET.slice(0, -2), [undefined, undefined, 408]],
    ['CONNECT', CONNECT, ['CONNECT', 'a:443', 404]],
    [
      'pipelined requests and a malformed one, in order',
      `${GET}${get('/2').replace('GET', 'DELETE')}${MALFORMED}`,
      ['GET', '/api/products/2', 200],
      ['DELETE', '/2', 404],
      [undefined, undefined, 400],
    ],
    [
      'one answer, if a request follows Connection: close',
      CLOSE + GET,
      ['GET', '/api/products/2', 200],
    ],
  ];
  for (const [what, sent, ...expected] of rows) {
    it(`is reported for ${what}`, async () => {
      const { port, stop } = await start({ headersTimeout: 100, connectionsCheckingInterval: 20 });
      const sentAt = performance.now();
      expect(await exchange(port, sent)).to.have.length(expected.length);
      await stop();
      const reported = answers.map(({ method, target, status }) => [method, target, status]);
      expect(reported).to.deep.equal(expected);
      for (const { milliseconds = 0, isCutOff } of answers) {
        expect(isCutOff).to.equal(false);
        expect(milliseconds).to.be.within(0, performance.now() - sentAt);
      }
    });
  }

  for (const [what, sent, method, status] of [
    ['a refusal', 'GET / HTTP/1.1\r\n\r\n', 'GET', 400],
    [
      'a response that Node ends with',
      'HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
      'HEAD',
      404,
    ],
  ] as const) {
    it(`is not reported for a request that follows ${what}`, async () => {
      const { connect, stop } = await start();
      const { client } = await connect({ closes: false });
      client.send(sent);
      await once(client.socket, 'end');
      client.socket.end(GET);
      await once(client.socket, 'close');
      await stop();
      expect(answers.map((answer) => [answer.method, answer.status])).to.deep.equal([
        [method, status],
      ]);
    });
  }

  it('is reported for each response that a client left unread, begun or not', async () => {
    const { server, connect, stop } = await start({}, largeList);
    const { client } = await connect();
    client.socket.pause();
    client.send(`${GET_LIST}${GET_LIST}${get('/', 'Content-Length: 5').replace('GET', 'POST')}`);
    await Promise.all([once(server, 'request'), once(client.socket, 'readable')]);
    client.socket.resetAndDestroy();
    await stop();
    const reported = answers.map(({ method, status, isCutOff }) => [method, status, isCutOff]);
    expect(reported).to.deep.equal([
      ['GET', 200, true],
      ['GET', 200, true],
      ['POST', undefined, true],
    ]);
  });

  it('is not reported for a refusal that waited behind a response when the client disconnected', async () => {
    const { server, connect, stop } = await start({}, largeList);
    const { client } = await connect();
    client.socket.pause();
    client.send(`${GET_LIST}${MALFORMED}`);
    await Promise.all([once(server, 'clientError'), once(client.socket, 'readable')]);
    client.socket.resetAndDestroy();
    await stop();
    expect(answers.map(({ status, isCutOff }) => [status, isCutOff])).to.deep.equal([[200, true]]);
  });

  it('may be reported to a function that throws: a refusal that waits behind the response is sent all the same', async () => {
    const thrown = new Error('onAnswer');
    const uncaught = catchUncaught();
    server = await startServer({}, fixtureProducts, () => {
      throw thrown;
    });
    const responses = await exchange(server.port, `${GET}${MALFORMED}`);
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 400]);
    expect(uncaught.stop()).to.deep.equal([thrown, thrown]);
  });

  for (const [name, character] of [
    ['a carriage return', '\r'],
    ['a line feed', '\n'],
    ['an escape', '\x1b'],
    ['a delete', '\x7f'],
    ['a byte beyond ASCII', '\x9b'],
  ] as const) {
    it(`never has ${name} in its method or target`, async () => {
      const { port, stop } = await start();
      await exchange(port, get(`/a${character}b`));
      await exchange(port, get('/').replace('GET', `GE${character}T`));
      await stop();
      expect(answers).to.have.length(2);
      for (const { method, target, status } of answers) {
        expect([method, target, status]).to.deep.equal([undefined, undefined, 400]);
      }
    });
  }
});

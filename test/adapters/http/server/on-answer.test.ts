import { once } from 'node:events';
import * as net from 'node:net';
import { expect } from 'chai';
import type { Answer } from '../../../../src/adapters/http/server/answer.ts';
import type { Limits } from '../../../../src/adapters/http/server/limits.ts';
import type { Product } from '../../../../src/domain/product.ts';
import { catchUncaught } from '../../../support/catch-uncaught.ts';
import { fixtureProducts } from '../../../support/fixture-products.ts';
import { largeList } from '../../../support/large-list.ts';
import { type LocalServer, startServer } from '../../../support/local-server.ts';
import { RawClient } from '../../../support/raw-http.ts';

const HOST = 'Host: a\r\n';
const GET = `GET /api/products/2 HTTP/1.1\r\n${HOST}`;

describe('onAnswer', () => {
  let server: LocalServer | undefined;
  let answers: Answer[] = [];

  afterEach(() => server?.stop());

  async function connect(
    limits: Partial<Limits> = {},
    products: readonly Product[] = fixtureProducts,
  ): Promise<RawClient> {
    answers = [];
    server = await startServer(limits, products, (answer) => answers.push(answer));
    return new RawClient(server.port);
  }

  /** Checks that `sent` gets these answers, and that each is reported. */
  async function expectReport(client: RawClient, sent: string, expected: unknown[][]) {
    const start = performance.now();
    client.send(sent);
    expect(await client.closed()).to.have.length(expected.length);
    await server?.stop();
    const reported = answers.map(({ method, target, status }) => [method, target, status]);
    expect(reported).to.deep.equal(expected);
    for (const { milliseconds, isCutOff } of answers) {
      expect(isCutOff).to.equal(false);
      if (milliseconds !== undefined) {
        expect(milliseconds).to.be.within(0, performance.now() - start);
      }
    }
  }

  const rows: [what: string, sent: string, ...answers: unknown[][]][] = [
    ['a product', `${GET}Connection: close\r\n\r\n`, ['GET', '/api/products/2', 200]],
    [
      'a target that does not exist',
      `HEAD /x?y HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      ['HEAD', '/x?y', 404],
    ],
    ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', ['GET', '/', 400]],
    ['a malformed request', 'hello\r\n\r\n', [undefined, undefined, 400]],
    ['a malformed length', `${GET}Content-Length: x\r\n\r\n`, [undefined, undefined, 400]],
    [
      'malformed chunks',
      `${GET}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      ['GET', '/api/products/2', 400],
    ],
    ['fields that are too large', `${GET}X: ${'x'.repeat(20_000)}`, [undefined, undefined, 431]],
    ['CONNECT', `CONNECT a:443 HTTP/1.1\r\n${HOST}\r\n`, ['CONNECT', 'a:443', 404]],
    [
      'pipelined requests and a malformed one, in order',
      `${GET}\r\nDELETE /2 HTTP/1.1\r\n${HOST}\r\nmalformed\r\n\r\n`,
      ['GET', '/api/products/2', 200],
      ['DELETE', '/2', 404],
      [undefined, undefined, 400],
    ],
    [
      'one answer, where a request follows Connection: close',
      `${GET}Connection: close\r\n\r\n${GET}\r\n`,
      ['GET', '/api/products/2', 200],
    ],
  ];
  for (const [what, sent, ...expected] of rows) {
    it(`reports ${what}`, async () => {
      await expectReport(await connect(), sent, expected);
    });
  }

  it('reports a request that is not complete in time', async () => {
    const client = await connect({ headersTimeout: 50, connectionsCheckingInterval: 20 });
    await expectReport(client, `${GET}X`, [[undefined, undefined, 408]]);
  });

  for (const [what, sent, method, status] of [
    ['a refusal', 'GET / HTTP/1.1\r\n\r\n', 'GET', 400],
    [
      'a response that Node ends with',
      'HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
      'HEAD',
      404,
    ],
  ] as const) {
    it(`reports no request that follows ${what}`, async () => {
      await connect();
      const socket = net.connect({
        port: server?.port ?? 0,
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      socket.write(sent);
      socket.resume();
      await once(socket, 'end');
      socket.write(`${GET}\r\n`);
      socket.end();
      await once(socket, 'close');
      await server?.stop();
      expect(answers.map((answer) => [answer.method, answer.status])).to.deep.equal([
        [method, status],
      ]);
    });
  }

  it('reports each answer that a client left unread, begun or not', async () => {
    const client = await connect({}, largeList);
    client.socket.pause();
    const list = `GET /api/products HTTP/1.1\r\n${HOST}\r\n`;
    client.send(`${list}${list}POST / HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\n`);
    const http = server?.server ?? client.socket;
    await Promise.all([once(http, 'request'), once(client.socket, 'readable')]);
    client.socket.resetAndDestroy();
    await server?.stop();
    const reported = answers.map(({ method, status, isCutOff }) => [method, status, isCutOff]);
    expect(reported).to.deep.equal([
      ['GET', 200, true],
      ['GET', 200, true],
      ['POST', undefined, true],
    ]);
  });

  it('may throw: a refusal that waits behind the answer is sent all the same', async () => {
    const thrown = new Error('onAnswer');
    const uncaught = catchUncaught();
    server = await startServer({}, fixtureProducts, () => {
      throw thrown;
    });
    const client = new RawClient(server.port);
    client.send(`${GET}\r\nmalformed\r\n\r\n`);
    expect((await client.closed()).map(({ status }) => status)).to.deep.equal([200, 400]);
    expect(uncaught.stop()).to.deep.equal([thrown, thrown]);
  });

  it('reports no refusal that waited behind an answer when the client disconnected', async () => {
    const client = await connect({}, largeList);
    client.socket.pause();
    client.send(`GET /api/products HTTP/1.1\r\n${HOST}\r\nmalformed\r\n\r\n`);
    const http = server?.server ?? client.socket;
    await Promise.all([once(http, 'clientError'), once(client.socket, 'readable')]);
    client.socket.resetAndDestroy();
    await server?.stop();
    expect(answers.map(({ status, isCutOff }) => [status, isCutOff])).to.deep.equal([[200, true]]);
  });

  for (const [name, character] of [
    ['a carriage return', '\r'],
    ['a line feed', '\n'],
    ['an escape', '\x1b'],
    ['a delete', '\x7f'],
    ['a byte beyond ASCII', '\x9b'],
  ] as const) {
    it(`never receives ${name} in a method or a request target`, async () => {
      const client = await connect();
      client.send(`GET /a${character}b HTTP/1.1\r\n${HOST}\r\n`);
      await client.closed();
      const other = new RawClient(server?.port ?? 0);
      other.send(`GE${character}T / HTTP/1.1\r\n${HOST}\r\n`);
      await other.closed();
      await server?.stop();
      expect(answers).to.have.length(2);
      for (const { method, target, status } of answers) {
        expect([method, target, status]).to.deep.equal([undefined, undefined, 400]);
      }
    });
  }
});

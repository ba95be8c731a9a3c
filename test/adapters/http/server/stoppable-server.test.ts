import { once } from 'node:events';
import { expect } from 'chai';
import { expectJson } from '../../../support/contract.ts';
import { countTimers } from '../../../support/count-timers.ts';
import { type LocalServer, startServer } from '../../../support/local-server.ts';
import { get, RawClient, request } from '../../../support/raw-http.ts';
import { untilCollected } from '../../../support/until-collected.ts';

function product(...fields: string[]): string {
  return get('/api/products/2', ...fields);
}

const whole = product();
const chunked = product('Transfer-Encoding: chunked');
const body = `${product('Content-Length: 3')}abc`;

/** A request that Node's parser refuses. */
const malformed: [what: string, sent: string][] = [
  ['a line that is not a request', 'hello\r\n\r\n'],
  ['an answer instead of a request', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9 without a version', 'GET /api/products\r\n\r\n'],
  ['a method in lower case', whole.replace('GET', 'get')],
  ['an unknown method', whole.replace('GET', 'BREW')],
  ['a target with a space', get('/a b')],
  ['a target with a control character', get('/\x01')],
  ['a target that is not ASCII', get('/caf\xe9')],
  ['a target without its slash', get('api/products')],
  ['a bare line feed', whole.replace('\r', '')],
  ['a field without a colon', product('X')],
  ['a space before a colon', product('X : y')],
  ['a folded field', product('X: y', ' z')],
  ['a NUL in a field', product('X: y\0z')],
  ['a carriage return in a field', product('X: y\rz')],
  ...['+3', '-3', '3,3', '0x3', '3 3', '', '99999999999999999999'].map((length) => {
    return [`the length ${length}`, `${product(`Content-Length: ${length}`)}abc`] as [
      string,
      string,
    ];
  }),
  ['a length twice', `${product('Content-Length: 3', 'Content-Length: 3')}abc`],
  ['a chunk size that is not a number', `${chunked}zz\r\nabc\r\n0\r\n\r\n`],
  ['a chunk longer than its size', `${chunked}2\r\nabc\r\n0\r\n\r\n`],
  ['a chunk ended by a bare line feed', `${chunked}3\nabc\r\n0\r\n\r\n`],
  ['a malformed trailer', `${chunked}0\r\nX y\r\n\r\n`],
  ['a chunk extension of 20 kB', `${chunked}3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`],
];

/** The statuses of the answers, in order, and whether the connection then serves another request. */
type Outcome = [...statuses: number[], then: 'open' | 'closed'];

const rows: [what: string, sent: string | string[], ...outcome: Outcome][] = [
  ...malformed.map(([what, sent]): [string, string, number, 'closed'] => [
    what,
    sent,
    400,
    'closed',
  ]),
  ['a target of 17 kB', get(`/${'x'.repeat(17_000)}`), 431, 'closed'],
  ['a field of 17 kB', product(`X: ${'x'.repeat(17_000)}`), 431, 'closed'],
  ['fields of 1 MB', product(`X: ${'x'.repeat(1_000_000)}`), 431, 'closed'],
  ['a HEAD without Host', 'HEAD / HTTP/1.1\r\n\r\n', 400, 'closed'],
  ['CONNECT', get('a:443').replace('GET', 'CONNECT'), 404, 'closed'],
  ['CONNECT without Host', 'CONNECT a:443 HTTP/1.1\r\n\r\n', 400, 'closed'],
  [
    'CONNECT after a request',
    `${whole}${get('a:1').replace('GET', 'CONNECT')}`,
    200,
    404,
    'closed',
  ],
  [
    'a malformed request after two others',
    `${whole}${whole}hello\r\n\r\n`,
    200,
    200,
    400,
    'closed',
  ],
  ['no Host after a request', `${whole}GET / HTTP/1.1\r\n\r\n${whole}`, 200, 400, 'closed'],
  ['a malformed request after a body', `${body}malformed\r\n\r\n`, 200, 400, 'closed'],
  ['malformed chunks after a request', `${whole}${chunked}zz\r\n`, 200, 400, 'closed'],

  ['HTTP/1.0', 'GET /api/products/2 HTTP/1.0\r\n\r\n', 200, 'closed'],
  ['HTTP/1.0 with keep-alive', 'GET /2 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', 404, 'open'],
  ['an empty line before the request', `\r\n${whole}`, 200, 'open'],
  ['field values that are not ASCII', product('X: caf\xe9'), 200, 'open'],
  ['5,000 fields', product(...Array<string>(5000).fill('a:')), 200, 'open'],
  ['a request byte by byte', whole.split(''), 200, 'open'],
  ['ten requests at once', whole.repeat(10), ...Array<number>(10).fill(200), 'open'],
  ['ten of eleven requests at once', whole.repeat(11), ...Array<number>(10).fill(200), 'closed'],
  ['Connection: close', product('Connection: close'), 200, 'closed'],
  ['nothing after Connection: close', `${product('Connection: close')}${whole}`, 200, 'closed'],

  ['GET with a body', body, 200, 'open'],
  [
    'a body that looks like a request',
    `${product(`Content-Length: ${whole.length}`)}${whole}`,
    200,
    'open',
  ],
  ['an empty body', product('Content-Length: 0'), 200, 'open'],
  ['POST with a body', body.replace('GET', 'POST'), 404, 'open'],
  ['HEAD with a body', body.replace('GET', 'HEAD'), 404, 'open'],
  ['a body of 1 MB', [product('Content-Length: 1000000'), 'x'.repeat(1_000_000)], 200, 'open'],
  ['a body of chunks', [chunked, '3\r\nab', 'c\r\n', '0\r\n', '\r\n'], 200, 'open'],
  [
    'chunks with extensions and a trailer',
    `${chunked}3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n`,
    200,
    'open',
  ],
  ['two bodies at once', `${body}${chunked}0\r\n\r\n${whole}`, 200, 200, 200, 'open'],

  ['Expect: 100-continue', product('Expect: 100-continue'), 200, 'closed'],
  ['Expect before a body', product('Expect: 100-continue', 'Content-Length: 3'), 200, 'closed'],
  ['an unknown expectation', product('Expect: a-miracle'), 200, 'open'],
  ['another before a body', `${product('Expect: more', 'Content-Length: 3')}abc`, 200, 'open'],
  ['Upgrade', product('Connection: Upgrade', 'Upgrade: websocket'), 200, 'closed'],
  [
    'Upgrade with a body',
    `${product('Connection: Upgrade', 'Upgrade: h2c', 'Content-Length: 3')}abc`,
    200,
    'closed',
  ],
];

/**
 * Whatever a client sends is answered in the format of the contract, and no client disturbs another. Tests
 * `Connection` and `sendRefusal`, too; `limits.test.ts` has what takes time.
 */
describe('createStoppableServer', () => {
  let server: LocalServer;

  before(async () => {
    server = await startServer();
  });
  after(async () => {
    expect(await server.stop()).to.deep.equal([]);
  });

  for (const [what, sent, ...outcome] of rows) {
    const [then, ...statuses] = [outcome.at(-1), ...outcome.slice(0, -1)];
    it(`answers ${statuses.slice(0, 3).join(', ')} to ${what}`, async () => {
      const client = new RawClient(server.port);
      for (const part of [sent].flat()) client.send(part);
      const responses = await client.responses(statuses.length);
      expect(responses.map(({ status }) => status)).to.deep.equal(statuses);
      for (const response of responses) {
        expectJson(response, sent.includes('HEAD') ? 'HEAD' : 'GET');
        expect(response.fields.get('date')?.[0]).to.match(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
      }

      const saysClose = responses.at(-1)?.fields.get('connection')?.[0] === 'close';
      expect(saysClose).to.equal(then === 'closed');
      if (then === 'open') client.send(product('Connection: close'));
      expect(await client.closed()).to.have.length(statuses.length + (then === 'open' ? 1 : 0));
      expect((await request(server.port, 'GET', '/api/products/2')).status).to.equal(200);
    });
  }

  const halves: [what: string, sent: string, ...statuses: number[]][] = [
    ['one request', whole, 200],
    ['ten requests', whole.repeat(10), ...Array<number>(10).fill(200)],
    ['a request with a body', body, 200],
    ['nothing', ''],
    ['half a head', 'GET /api/pro', 400],
    ['a body shorter than its length', body.slice(0, -1), 400],
    ['part of a chunk', `${chunked}5\r\nab`, 400],
    ['chunks without the last one', `${chunked}2\r\nab\r\n`, 400],
    ['a request and half a head', `${whole}GET /`, 200, 400],
  ];
  for (const [what, sent, ...statuses] of halves) {
    it(`answers a client that sends ${what} and closes its side`, async () => {
      const client = new RawClient(server.port);
      client.send(sent);
      client.socket.end();
      const responses = await client.closed();
      expect(responses.map(({ status }) => status)).to.deep.equal(statuses);
      for (const response of responses) expectJson(response, 'GET');
    });
  }

  it('survives a client that resets its connection after CONNECT', async () => {
    const { client, accepted } = await server.connect();
    const connected = once(server.server, 'connect');
    client.send(get('a:1').replace('GET', 'CONNECT'));
    await connected;
    const closed = new Promise((resolve) => accepted.once('close', resolve));
    client.socket.resetAndDestroy();
    await closed;
    expect((await request(server.port, 'GET', '/api/products/2')).status).to.equal(200);
  });

  /** Uses a connection until it has closed. @returns the server's side */
  async function use(): Promise<object> {
    const { client, accepted } = await server.connect();
    const closed = once(accepted, 'close');
    client.send(product('Connection: close'));
    await client.closed();
    await closed;
    return accepted;
  }

  it('keeps no timer for a connection that has closed', async () => {
    await use();
    const before = countTimers();
    await use();
    expect(countTimers()).to.equal(before);
  });

  it('keeps nothing of a connection that has closed', async () => {
    const closed: WeakRef<object>[] = [];
    while (closed.length < 3) closed.push(new WeakRef(await use()));
    await untilCollected(closed);
  });
});

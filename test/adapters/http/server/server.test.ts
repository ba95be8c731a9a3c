import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { expectJson } from '../../../support/contract.ts';
import { countTimers } from '../../../support/count-timers.ts';
import { type LocalServer, startServer } from '../../../support/local-server.ts';
import { RawClient, request } from '../../../support/raw-http.ts';
import { untilCollected } from '../../../support/until-collected.ts';

const HOST = 'Host: shop.example\r\n';
const GET_2 = `GET /api/products/2 HTTP/1.1\r\n${HOST}`;
const CHUNKED = `${GET_2}Transfer-Encoding: chunked\r\n\r\n`;

/** The statuses of the answers, in order, and whether the connection then serves another request. */
type Outcome = [...statuses: number[], then: 'open' | 'closed'];
type Row = [what: string, sent: string | string[], ...outcome: Outcome];

function get(fields: string): string {
  return `${GET_2}${fields}\r\n\r\n`;
}

const whole = get('X: y');

const refused: Row[] = [
  ['a line that is not a request', 'hello\r\n\r\n', 400, 'closed'],
  ['an answer instead of a request', 'HTTP/1.1 200 OK\r\n\r\n', 400, 'closed'],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'closed'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'closed'],
  ['a method in lower case', `get / HTTP/1.1\r\n${HOST}\r\n`, 400, 'closed'],
  ['an unknown method', `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400, 'closed'],
  ['a target with a space', `GET /a b HTTP/1.1\r\n${HOST}\r\n`, 400, 'closed'],
  ['a target with a control character', `GET /\x01 HTTP/1.1\r\n${HOST}\r\n`, 400, 'closed'],
  ['a target that is not ASCII', `GET /caf\xe9 HTTP/1.1\r\n${HOST}\r\n`, 400, 'closed'],
  ['a target without its slash', `GET api/products HTTP/1.1\r\n${HOST}\r\n`, 400, 'closed'],
  ['HTTP/0.9 without a version', 'GET /api/products\r\n\r\n', 400, 'closed'],
  ['HTTP/0.9 by name', `GET /api/products HTTP/0.9\r\n${HOST}\r\n`, 400, 'closed'],
  ['HTTP/1.2', `GET /api/products HTTP/1.2\r\n${HOST}\r\n`, 400, 'closed'],
  ['HTTP/2.0 by name', `GET /api/products HTTP/2.0\r\n${HOST}\r\n`, 400, 'closed'],
  ['a bare line feed', `GET / HTTP/1.1\n${HOST}\r\n`, 400, 'closed'],
  ['a field without a colon', get('X'), 400, 'closed'],
  ['a space before a colon', get('X : y'), 400, 'closed'],
  ['a folded field', get('X: y\r\n z'), 400, 'closed'],
  ['a NUL in a field', get('X: y\0z'), 400, 'closed'],
  ['a carriage return in a field', get('X: y\rz'), 400, 'closed'],

  ['no Host', 'GET /api/products/2 HTTP/1.1\r\n\r\n', 400, 'closed'],
  ['no Host, in a HEAD', 'HEAD /api/products/2 HTTP/1.1\r\n\r\n', 400, 'closed'],
  ['two hosts', get('Host: other.example'), 400, 'closed'],
  ['the same host twice', get('hOST: shop.example'), 400, 'closed'],
  ['two hosts in HTTP/1.0', `GET / HTTP/1.0\r\n${HOST}${HOST}\r\n`, 400, 'closed'],
  ['a second Host after a thousand fields', get(`${'a:\r\n'.repeat(1500)}Host: b`), 400, 'closed'],
  ...[
    ['', 'user@shop.example', 'shop.example/path', 'a.example,b.example', 'a b', 'a\tb'],
    [':80', 'shop.example:http', 'shop.example:80:80', 'shop.example:65536', 'shop.example:-1'],
    [
      '[::1',
      '[::1]x',
      '[1.2.3.4]',
      '[:::]',
      'a?b',
      'a#b',
      'a%zz',
      'a%4',
      'a%4g',
      '%',
      'caf\xe9',
      '"a"',
      'http://a',
    ],
  ]
    .flat()
    .map((host): Row => {
      const sent = `GET /api/products/2 HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      return [`the host ${JSON.stringify(host)}`, sent, 400, 'closed'];
    }),

  ...[
    'gzip',
    'gzip, chunked',
    'chunked, gzip',
    'chunked, chunked',
    'identity',
    'xchunked',
    '',
    'chunked;q=1',
  ].map((coding): Row => {
    const sent = get(`Transfer-Encoding: ${coding}`);
    return [`the transfer coding ${JSON.stringify(coding)}`, sent, 400, 'closed'];
  }),
  ['chunked twice', get('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'), 400, 'closed'],
  ['a length and chunks', get('Content-Length: 3\r\nTransfer-Encoding: chunked'), 400, 'closed'],
  ['chunks and a length', get('Transfer-Encoding: chunked\r\nContent-Length: 3'), 400, 'closed'],
  [
    'chunks in HTTP/1.0',
    `GET /api/products/2 HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'closed',
  ],
  ...['+3', '-3', '3,3', '0x3', '3 3', '', '99999999999999999999'].map((length): Row => {
    const sent = `${get(`Content-Length: ${length}`)}abc`;
    return [`the length ${JSON.stringify(length)}`, sent, 400, 'closed'];
  }),
  ['a length twice', `${get('Content-Length: 3\r\nContent-Length: 3')}abc`, 400, 'closed'],

  ['a chunk size that is not a number', `${CHUNKED}zz\r\nabc\r\n0\r\n\r\n`, 400, 'closed'],
  ['a chunk longer than its size', `${CHUNKED}2\r\nabc\r\n0\r\n\r\n`, 400, 'closed'],
  ['a chunk ended by a bare line feed', `${CHUNKED}3\nabc\r\n0\r\n\r\n`, 400, 'closed'],
  ['a malformed trailer', `${CHUNKED}0\r\nX y\r\n\r\n`, 400, 'closed'],
  [
    'a chunk extension of 20 kB',
    `${CHUNKED}3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`,
    400,
    'closed',
  ],
  ['a target of 17 kB', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`, 431, 'closed'],
  ['a field of 17 kB', get(`X: ${'x'.repeat(17_000)}`), 431, 'closed'],
  ['fields of 1 MB', get(`X: ${'x'.repeat(1_000_000)}`), 431, 'closed'],

  ['CONNECT', `CONNECT shop.example:443 HTTP/1.1\r\n${HOST}\r\n`, 404, 'closed'],
  ['CONNECT without Host', 'CONNECT shop.example:443 HTTP/1.1\r\n\r\n', 400, 'closed'],
  ['CONNECT after a request', `${whole}CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`, 200, 404, 'closed'],
  [
    'a malformed request after two others',
    `${whole}${whole}malformed\r\n\r\n`,
    200,
    200,
    400,
    'closed',
  ],
  ['no Host after a request', `${whole}GET / HTTP/1.1\r\n\r\n${whole}`, 200, 400, 'closed'],
  [
    'a malformed request after a body',
    `${get('Content-Length: 3')}abcmalformed\r\n\r\n`,
    200,
    400,
    'closed',
  ],
  ['malformed chunks after a request', `${whole}${CHUNKED}zz\r\n`, 200, 400, 'closed'],
];

const answered: Row[] = [
  ['an absolute-form target', `GET http://a/api/products/2 HTTP/1.1\r\n${HOST}\r\n`, 200, 'open'],
  ['HTTP/1.0', 'GET /api/products/2 HTTP/1.0\r\n\r\n', 200, 'closed'],
  [
    'HTTP/1.0 with keep-alive',
    'GET /api/products/2 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
    200,
    'open',
  ],
  ['an empty line before the request', `\r\n${whole}`, 200, 'open'],
  ['field names in mixed case', 'GET /api/products/2 HTTP/1.1\r\nhOsT: a\r\n\r\n', 200, 'open'],
  ['a field with the value Host', get('X: host'), 200, 'open'],
  ['field values that are not ASCII', get('X: caf\xe9'), 200, 'open'],
  ['5,000 fields', get('a:\r\n'.repeat(5000)), 200, 'open'],
  ['a request byte by byte', whole.split(''), 200, 'open'],
  ['ten requests at once', whole.repeat(10), ...Array<number>(10).fill(200), 'open'],
  ['ten of eleven requests at once', whole.repeat(11), ...Array<number>(10).fill(200), 'closed'],
  ['Connection: close', get('Connection: close'), 200, 'closed'],
  [
    'Connection: close before another request',
    `${get('Connection: close')}${whole}`,
    200,
    'closed',
  ],
  ...[
    'a',
    'a:',
    'a:80',
    'A-b_c.example:65535',
    '127.0.0.1:3000',
    '[::1]',
    '[::ffff:1.2.3.4]:80',
    '%41',
    "a!$&'()*+;=~",
  ].map((host): Row => {
    const sent = `GET /api/products/2 HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    return [`the host ${JSON.stringify(host)}`, sent, 200, 'open'];
  }),

  ['GET with a body', `${get('Content-Length: 3')}abc`, 200, 'open'],
  [
    'GET with a body that looks like a request',
    `${get(`Content-Length: ${whole.length}`)}${whole}`,
    200,
    'open',
  ],
  ['an empty body', get('Content-Length: 0'), 200, 'open'],
  [
    'POST with a body',
    `POST /api/products HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`,
    404,
    'open',
  ],
  [
    'HEAD with a body',
    `HEAD /api/products HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`,
    404,
    'open',
  ],
  ['a body of 1 MB', [get('Content-Length: 1000000'), 'x'.repeat(1_000_000)], 200, 'open'],
  ['a body of chunks', [CHUNKED, '3\r\nab', 'c\r\n', '0\r\n', '\r\n'], 200, 'open'],
  [
    'chunks with extensions and a trailer',
    `${CHUNKED}3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n`,
    200,
    'open',
  ],
  ['CHUNKED in upper case', `${get('Transfer-Encoding: CHUNKED')}0\r\n\r\n`, 200, 'open'],
  [
    'two bodies at once',
    `${get('Content-Length: 3')}abc${CHUNKED}0\r\n\r\n${whole}`,
    200,
    200,
    200,
    'open',
  ],

  ['Expect: 100-continue without a body', get('Expect: 100-continue'), 200, 'closed'],
  [
    'Expect: 100-continue before a body',
    get('Expect: 100-continue\r\nContent-Length: 3'),
    200,
    'closed',
  ],
  ['an unknown expectation', get('Expect: a-miracle'), 200, 'open'],
  [
    'an unknown expectation with a body',
    `${get('Expect: more\r\nContent-Length: 3')}abc`,
    200,
    'open',
  ],
  ['Upgrade', get('Connection: Upgrade\r\nUpgrade: websocket'), 200, 'closed'],
  [
    'Upgrade with a body',
    `${get('Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 3')}abc`,
    200,
    'closed',
  ],
];

describe('createServer', () => {
  let server: LocalServer;

  before(async () => {
    server = await startServer();
  });

  after(async () => {
    expect(await server.stop()).to.deep.equal([]);
  });

  for (const [verb, rows] of [
    ['refuses', refused],
    ['answers', answered],
  ] as const) {
    for (const [what, sent, ...outcome] of rows) {
      const [then, ...statuses] = [outcome.at(-1), ...outcome.slice(0, -1)];
      it(`${verb} ${what}`, async () => {
        const client = new RawClient(server.port);
        for (const part of [sent].flat()) client.send(part);
        const responses = await client.responses(statuses.length);
        expect(responses.map(({ status }) => status)).to.deep.equal(statuses);
        const isHead = sent.includes('HEAD');
        for (const response of responses) {
          expectJson(response, isHead ? 'HEAD' : 'GET');
          expect(response.fields.get('date')?.[0]).to.match(
            /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/,
          );
        }

        const saysClose = responses.at(-1)?.fields.get('connection')?.[0] === 'close';
        expect(saysClose).to.equal(then === 'closed');
        if (then === 'open') {
          client.send(get('Connection: close'));
          statuses.push(200);
        }
        expect(await client.closed()).to.have.length(statuses.length);
        expect((await request(server.port, 'GET', '/api/products/2')).status).to.equal(200);
      });
    }
  }

  const halves: Row[] = [
    ['one request', whole, 200, 'closed'],
    ['ten requests', whole.repeat(10), ...Array<number>(10).fill(200), 'closed'],
    ['a request with a body', `${get('Content-Length: 3')}abc`, 200, 'closed'],
    ['nothing', '', 'closed'],
    ['half a head', 'GET /api/pro', 400, 'closed'],
    ['a body shorter than its length', `${get('Content-Length: 5')}abc`, 400, 'closed'],
    ['part of a chunk', `${CHUNKED}5\r\nab`, 400, 'closed'],
    ['chunks without the last one', `${CHUNKED}2\r\nab\r\n`, 400, 'closed'],
    ['a request and half a head', `${whole}GET /`, 200, 400, 'closed'],
  ];
  for (const [what, sent, ...outcome] of halves) {
    it(`answers a client that sends ${what} and closes its side`, async () => {
      const client = new RawClient(server.port);
      client.send(String(sent));
      client.socket.end();
      const responses = await client.closed();
      expect(responses.map(({ status }) => status)).to.deep.equal(outcome.slice(0, -1));
      for (const response of responses) expectJson(response, 'GET');
    });
  }

  it('survives a client that resets its connection after CONNECT', async () => {
    const client = new RawClient(server.port);
    const connected = once(server.server, 'connect');
    client.send(`CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`);
    const [{ socket }] = (await connected) as [IncomingMessage];
    const closed = new Promise((resolve) => socket.once('close', resolve));
    client.socket.resetAndDestroy();
    await closed;
    expect((await request(server.port, 'GET', '/api/products/2')).status).to.equal(200);
  });

  it('keeps no timer for a connection that has closed', async () => {
    const connected = once(server.server, 'connection') as Promise<[Socket]>;
    const client = new RawClient(server.port);
    const [socket] = await connected;
    const before = countTimers();
    const closed = once(socket, 'close');
    client.send(get('Connection: close'));
    await client.closed();
    await closed;
    expect(countTimers()).to.equal(before);
  });

  it('keeps nothing of a connection that has closed', async () => {
    async function use(): Promise<WeakRef<object>> {
      const connected = once(server.server, 'connection') as Promise<[Socket]>;
      const client = new RawClient(server.port);
      const [socket] = await connected;
      const closed = once(socket, 'close');
      client.send(get('Connection: close'));
      await client.closed();
      await closed;
      return new WeakRef(socket);
    }
    await untilCollected([await use(), await use(), await use()]);
  });
});

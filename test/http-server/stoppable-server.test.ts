import { expect } from 'chai';
import { expectResponses } from '../support/contract.ts';
import { largeList } from '../support/large-list.ts';
import { Servers } from '../support/local-server.ts';
import {
  CLOSE,
  CONNECT,
  connectionsOf,
  exchange,
  GET,
  GET_LIST,
  get,
  MALFORMED,
  NO_HOST,
  POST,
} from '../support/raw-http.ts';
import { once, withTimeout } from '../support/with-timeout.ts';

// Whatever a client sends is answered in the format of the contract, and no client disturbs another. Tests
// `Connection` and `sendRefusal`, too; `limits.test.ts` has what takes time.

function product(...fields: string[]): string {
  return get('/api/products/2', ...fields);
}

const CHUNKED = product('Transfer-Encoding: chunked');
const BODY = `${product('Content-Length: 3')}abc`;
/** With a body that could be the beginning of a method. */
const LETTERS = product('Content-Length: 60') + 'a'.repeat(60);
const BREW = get('/api/products').replace('GET', 'BREW');
const LINE = ' / HTTP/1.1\r\n\r\n';
const JSON_BODY = `${get('/', 'Content-Length: 8').replace('GET', 'POST')}{"a": 1}`;
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2c';
const KEEP_ALIVE = 'Connection: keep-alive';

/** What is sent, in one or more segments; the statuses of the responses, and whether the connection then stays open. */
const rows: [what: string, sent: string | string[], outcome: string][] = [
  // What Node's parser refuses: a mistake, and what could smuggle a request past a proxy.
  ['a line that is not a request', 'hello\r\n\r\n', '400 closed'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 closed'],
  ['a field of 1 MB', product(`X: ${'x'.repeat(1_000_000)}`), '431 closed'],
  ['a HEAD without Host', NO_HOST.replace('GET', 'HEAD'), '400 closed'],
  ['CONNECT without Host', 'CONNECT a:443 HTTP/1.1\r\n\r\n', '400 closed'],
  ['CONNECT after a request', GET + CONNECT, '200 404 closed'],
  ['a method in lower case', get('/api/products').replace('GET', 'get'), '404 closed'],
  ['a method that begins like another', get('/').replace('GET', "GETS-it's*~9"), '404 closed'],
  ['an unknown method after two requests', GET + BODY + BREW, '200 200 404 closed'],
  ['an unknown method in HTTP/2.0', 'BREW / HTTP/2.0\r\n\r\n', '400 closed'],
  ['a method that another begins with', get('/').replace('GET', 'GE'), '404 closed'],
  ['a method of RTSP after a request', GET + get('/').replace('GET', 'PLAY'), '200 404 closed'],
  ['a method that is no token', get('/').replace('GET', 'BR[W'), '400 closed'],
  ['a method of one letter', get('/').replace('GET', 'B'), '404 closed'],
  ['an unknown method and no target', 'BREW  HTTP/1.1\r\n\r\n', '400 closed'],
  ['an unknown method and no ASCII', 'BREW /\xe9 HTTP/1.1\r\n\r\n', '400 closed'],
  [
    'an unknown method after UTF-8',
    `${POST.replace('4', '8')}${'\xc3\xa9'.repeat(4)}BREW${LINE}`,
    '404 404 closed',
  ],
  ['an empty method', get('/').replace('GET', ''), '400 closed'],
  ['an unknown method, in two segments', ['B', `REW${LINE}`], '404 closed'],
  ['a method of RTSP, in two segments', ['PLAY /', LINE.slice(2)], '404 closed'],
  // Nobody sends such a line in segments.
  ['an unknown method, and then its line', ['BREW', LINE], '400 closed'],
  ['an unknown method after letters', `${LETTERS}BREW${LINE}`, '200 404 closed'],
  ['an unknown method after a body and CRLF', `${JSON_BODY}\r\nBREW${LINE}`, '404 404 closed'],
  ['no method after a body', `${JSON_BODY.slice(0, -8)}FOOFOOO ${LINE}`, '404 400 closed'],
  ['a target with spaces, in two segments', ['GET /a ', `b /c${LINE.slice(2)}`], '400 closed'],
  ['a line feed in a method', `B\nFOO${LINE}`, '400 closed'],
  ['an unknown method in HTTP/1.2', 'BREW / HTTP/1.2\r\n', '400 closed'],
  ['an unknown method and two spaces', 'BREW  / HTTP/1.1\r\n', '400 closed'],
  ['an unknown method, and no CR', 'BREW / HTTP/1.1\n\n', '400 closed'],
  ['a malformed request after two others', GET + GET + MALFORMED, '200 200 400 closed'],
  ['a request without Host between two others', GET + NO_HOST + GET, '200 400 closed'],
  [
    'malformed chunks after Connection: close',
    `${CHUNKED.replace('\r\n', '\r\nConnection: close\r\n')}zz\r\n`,
    '400 closed',
  ],
  ['malformed chunks after a request', `${GET}${CHUNKED}zz\r\n`, '200 400 closed'],

  ['HTTP/1.0', 'GET /api/products/2 HTTP/1.0\r\n\r\n', '200 closed'],
  [
    'HTTP/1.0 with keep-alive and close',
    'GET /2 HTTP/1.0\r\nConnection: keep-alive, Close\r\n\r\n',
    '404 closed',
  ],
  [
    'HEAD in HTTP/1.0, and nothing after it',
    `HEAD / HTTP/1.0\r\n${KEEP_ALIVE}\r\n\r\n${MALFORMED}`,
    '404 closed',
  ],
  ['HTTP/1.0 with keep-alive', `GET /2 HTTP/1.0\r\n${KEEP_ALIVE}\r\n\r\n`, '404 open'],
  ['ten of eleven requests at once', GET.repeat(11), `${'200 '.repeat(10)}closed`],
  ['nothing after Connection: close', CLOSE + GET, '200 closed'],

  ['HEAD with a body', BODY.replace('GET', 'HEAD'), '404 open'],
  ['a body of 1 MB', [product('Content-Length: 1000000'), 'x'.repeat(1_000_000)], '200 closed'],
  ['a body that never comes', product('Content-Length: 1'), '200 closed'],
  ['a body of chunks', [CHUNKED, '3;a=b\r\nab', 'c\r\n', '0\r\n', 'X: y\r\n\r\n'], '200 closed'],
  ['two bodies and a request at once', `${BODY}${CHUNKED}0\r\n\r\n${GET}`, '200 200 200 open'],

  ['Expect: 100-continue', product('Expect: 100-continue'), '200 closed'],
  ['Expect before a body', product('Expect: 100-continue', 'Content-Length: 3'), '200 closed'],
  ['an unknown expectation', product('Expect: a-miracle'), '200 closed'],
  ['Upgrade', product(UPGRADE), '200 closed'],
];

describe('createStoppableServer', () => {
  const servers = new Servers();

  for (const [what, sent, outcome] of rows) {
    const statuses = (outcome.match(/\d+/g) ?? []).map(Number);
    it(`answers ${statuses.slice(0, 3).join(', ')} to ${what}`, async () => {
      const { client, accepted, port } = await servers.connect();
      for (const segment of [sent].flat()) await client.sendRead(segment, accepted);
      const responses = await client.next(statuses.length);
      expectResponses(responses, statuses, sent.includes('HEAD') ? 'HEAD' : 'GET');
      for (const { headers } of responses) {
        expect(headers.get('date')).to.match(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
      }

      const isOpen = outcome.endsWith('open');
      expect(connectionsOf(responses).at(-1)).to.equal(isOpen ? 'keep-alive' : 'close');
      if (isOpen) client.send(CLOSE);
      expect(await client.closed()).to.have.length(isOpen ? 1 : 0);
      expectResponses(await exchange(port, CLOSE), [200]);
    });
  }

  const halves: [what: string, sent: string, ...statuses: number[]][] = [
    ['two requests for a large list', GET_LIST.repeat(2), 200, 200],
    ['nothing', ''],
    ['half a head', 'GET /api/pro', 400],
    ['a body shorter than its length', BODY.slice(0, -1), 200],
    ['a malformed request after large lists', GET_LIST.repeat(2) + MALFORMED, 200, 200, 400],
  ];
  for (const [what, sent, ...statuses] of halves) {
    it(`answers a client that sends ${what} and closes its side`, async () => {
      const { client } = await servers.connect({ products: largeList });
      client.send(sent);
      client.socket.end();
      expectResponses(await client.closed(), statuses);
    });
  }

  it('does not pass on a request whose body came along and is malformed', async () => {
    let handled = 0;
    const { client } = await servers.connect({
      handle() {
        handled += 1;
      },
    });
    client.send(`${CHUNKED}zz\r\n`);
    expectResponses(await client.closed(), [400]);
    expect(handled).to.equal(0);
  });

  it('sends the whole response to a request whose body turns out malformed later', async () => {
    const { client, accepted } = await servers.connect({ products: largeList });
    client.socket.pause();
    await client.sendRead(get('/api/products', 'Transfer-Encoding: chunked'), accepted);
    client.send('zz\r\n');
    client.socket.resume();
    expectResponses(await client.closed(), [200]);
  });

  it('survives a client that resets its connection after CONNECT', async () => {
    const { client, accepted, server, port } = await servers.connect();
    const connected = once(server, 'connect');
    client.send(CONNECT);
    await connected;
    // A reset is an error, with which `once` would end.
    const closed = new Promise((resolve) => accepted.once('close', resolve));
    client.socket.resetAndDestroy();
    await withTimeout(closed, () => 'the connection to close');
    expectResponses(await exchange(port, CLOSE), [200]);
  });
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { expectResponses } from '../support/contract.ts';
import { largeList } from '../support/large-list.ts';
import { Servers } from '../support/local-server.ts';
import {
  CLOSE,
  CONNECT,
  connectionsOf,
  exchange,
  GET_LIST,
  get,
  MALFORMED,
} from '../support/raw-http.ts';
import { once, until, withTimeout } from '../support/with-timeout.ts';

const CHUNKED = get('/api/products/2', 'Transfer-Encoding: chunked');
const UPLOAD = get('/', 'Content-Length: 1000000').replace('GET', 'POST');
const BODY = 'x'.repeat(1_000_000);

/** A request with this method. */
function method(name: string): string {
  return get('/api/products').replace('GET', name);
}

/** A GET request in this version of HTTP, with these fields and no others. */
function version(number: string, ...fields: string[]): string {
  return [`GET /api/products/2 HTTP/${number}`, ...fields, '', ''].join('\r\n');
}

/**
 * What is sent, the status of the response, and whether the connection then ends ("closed") or answers another request
 * ("open").
 */
const rows: [what: string, sent: string, outcome: string][] = [
  // The contract knows only GET, and no header field changes an answer.
  ['a method in lower case', method('get'), '404 closed'],
  ['an unknown method', method('BREW'), '404 closed'],
  ['a method of RTSP', method('PLAY'), '404 closed'],
  ['CONNECT', CONNECT, '404 closed'],
  ['OPTIONS *', get('*').replace('GET', 'OPTIONS'), '404 open'],
  ['Expect: 100-continue', get('/api/products/2', 'Expect: 100-continue'), '200 closed'],
  ['an unknown expectation', get('/api/products/2', 'Expect: a-miracle'), '200 open'],
  ['Upgrade', get('/api/products/2', 'Connection: Upgrade', 'Upgrade: h2c'), '200 open'],
  ['HTTP/1.0', version('1.0'), '200 closed'],
  ['Connection: close', CLOSE, '200 closed'],

  // No answer waits for a body, and the connection can be used again.
  ['a body', UPLOAD + BODY, '404 open'],
  ['a body of chunks', `${CHUNKED}3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n`, '200 open'],

  // What Node's parser rejects.
  ['a line that is no request', 'GET / FTP/1.1\r\n\r\n', '400 closed'],
  ['a field of 200 kB', get('/', `X: ${'x'.repeat(200_000)}`), '431 closed'],
  ['malformed chunks', `${CHUNKED}zz\r\n`, '400 closed'],

  // What Node's parser does not check.
  ['HTTP/0.9', version('0.9', 'Host: a'), '400 closed'],
  ['no Host', version('1.1'), '400 closed'],
  ['two Hosts', version('1.1', 'Host: a', 'hOST: a'), '400 closed'],
  ['an empty Host', version('1.1', 'Host: '), '400 closed'],
  ['a Host with a user', version('1.1', 'Host: user@a'), '400 closed'],
  ['a Host with a port', version('1.1', 'Host: [::1]:80'), '200 open'],
  ['another transfer coding', CHUNKED.replace('chunked', 'gzip, chunked'), '400 closed'],
  ['a coding in capitals', `${CHUNKED.replace('chunked', 'CHUNKED')}0\r\n\r\n`, '200 open'],
];

describe('createGracefulServer', () => {
  const servers = new Servers();

  for (const [what, sent, outcome] of rows) {
    const [status = '', end] = outcome.split(' ');
    it(`answers ${status} to ${what}`, async () => {
      const { client } = await servers.connect();
      client.send(sent);
      const responses = await client.next();
      expectResponses(responses, [Number(status)]);
      expect(connectionsOf(responses)).to.deep.equal([end === 'open' ? 'keep-alive' : 'close']);
      for (const { headers } of responses) {
        expect(headers.get('date')).to.match(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
      }
      if (end === 'open') client.send(CLOSE);
      expectResponses(await client.closed(), end === 'open' ? [200] : []);
    });
  }

  it('answers 400 to a HEAD without Host, and sends no body', async () => {
    const { port } = await servers.start();
    const socket = connect(port, '127.0.0.1');
    socket.write('HEAD / HTTP/1.1\r\n\r\n');
    const received = await withTimeout(text(socket), () => 'the connection to end');
    expect(received).to.match(/^HTTP\/1\.1 400 Bad Request\r\n(?:.+\r\n)+\r\n$/);
  });

  for (const [what, sent, status] of [
    ['a last response', UPLOAD.replace('\r\n', '\r\nConnection: close\r\n'), 404],
    ['an error', MALFORMED, 404],
    ['an error of a request with a body', UPLOAD.replace('Host: a\r\n', ''), 400],
  ] as const) {
    it(`delivers ${what} to a client that reads only once it has sent all of a body`, async () => {
      const { client, accepted } = await servers.connect();
      client.socket.pause();
      client.send(sent);
      await once(accepted, 'finish');
      // A connection that was closed now would be reset, and the client would lose what it has not read.
      for (let part = 0; part < 10; part += 1) {
        const end = accepted.bytesRead + 100_000;
        client.send(BODY.slice(0, 100_000));
        await until(() => accepted.bytesRead >= end);
      }
      client.socket.resume();
      expectResponses(await client.closed(), [status]);
    });
  }

  const closing: [what: string, sent: string, ...statuses: number[]][] = [
    ['a request for a large list', GET_LIST, 200],
    ['half a head', 'GET /api/pro', 400],
    ['nothing', ''],
  ];
  for (const [what, sent, ...statuses] of closing) {
    it(`answers [${statuses}] to a client that sends ${what} and closes its sending side`, async () => {
      const { client } = await servers.connect({ products: largeList });
      client.send(sent);
      client.socket.end();
      expectResponses(await client.closed(), statuses);
    });
  }

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

import { expect } from 'chai';
import { formatErrorResponse } from '../../src/adapters/http/response-format.ts';
import { GracefulServer, LIMITS } from '../../src/graceful-server/graceful-server.ts';
import { expectResponses } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { CLOSE, CONNECT, connectionsOf, exchange, GET, get } from '../support/raw-http.ts';
import { until, waitFor, withTimeout } from '../support/with-timeout.ts';

const CHUNKED = get('/api/products/2', 'Transfer-Encoding: chunked');
const UPLOAD = get('/', 'Content-Length: 1000000').replace('GET', 'POST');
const BODY = 'x'.repeat(1_000_000);

/**
 * What is sent, the status of the response, and whether the connection then ends ("closed") or
 * answers another request ("open").
 */
const rows: [what: string, sent: string, outcome: string][] = [
  // No header field changes an answer.
  ['OPTIONS *', get('*').replace('GET', 'OPTIONS'), '404 open'],
  ['Expect: 100-continue', get('/api/products/2', 'Expect: 100-continue'), '200 closed'],
  ['an unknown expectation', get('/api/products/2', 'Expect: a-miracle'), '200 open'],
  ['HTTP/1.0', GET.replace('1.1', '1.0'), '200 closed'],
  ['Connection: close', CLOSE, '200 closed'],

  // No answer waits for a body, and the connection can be used again.
  ['a body', UPLOAD + BODY, '404 open'],
  ['a body of chunks', `${CHUNKED}3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n`, '200 open'],
];

describe('GracefulServer', () => {
  const servers = new Servers();

  it('has the limits of LIMITS', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = LIMITS;
    expect(new GracefulServer(() => {}, formatErrorResponse)).to.include({
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      timeout,
      connectionsCheckingInterval: LIMITS.connectionsCheckingInterval,
    });
  });

  for (const [what, sent, outcome] of rows) {
    const [status = '', end] = outcome.split(' ');
    it(`answers ${status} to ${what}`, async () => {
      const { client } = await servers.startWithClient();
      client.send(sent);
      const responses = await client.next();
      expectResponses(responses, [Number(status)]);
      expect(connectionsOf(responses)).to.deep.equal([end === 'open' ? 'keep-alive' : 'close']);
      if (end === 'open') client.send(CLOSE);
      expectResponses(await client.closed(), end === 'open' ? [200] : []);
    });
  }

  // Behind such a request, Node drops what has arrived in the same chunk.
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket'];
  const UPGRADE = get('/api/products/2', ...upgrade);
  const UPGRADE_POST = get('/', ...upgrade, 'Content-Length: 3').replace('GET', 'POST');
  const OTHER = get('/api/products/200');
  const POST_OTHER = get('/', `Content-Length: ${OTHER.length}`).replace('GET', 'POST');
  const LATE_UPGRADE = get('/api/products/2', ...Array<string>(1100).fill('x:'), ...upgrade);
  for (const [what, first, second, status] of [
    ['a request with Upgrade and half of another', UPGRADE + POST_OTHER, OTHER, 200],
    ['half of a request with Upgrade', UPGRADE_POST, `abc${OTHER}`, 404],
    ['Upgrade behind 1,100 fields', LATE_UPGRADE + OTHER, OTHER, 200],
  ] as const) {
    it(`ends the connection after its response to ${what}`, async () => {
      const { client, accepted } = await servers.startWithClient();
      client.send(first);
      await until(() => accepted.bytesRead === first.length);
      client.send(second);
      expectResponses(await client.closed(), [status]);
    });
  }

  it('answers a client that has closed its sending side before', async () => {
    const { client, accepted, responses } = await servers.startUnanswered();
    client.send(GET);
    client.socket.end();
    await waitFor(accepted, 'end');
    responses[0]?.end('{}');
    expect(await client.closed()).to.have.length(1);
  });

  for (const [what, sent, ...statuses] of [
    ['half a head', 'GET /api/pro', 400],
    ['nothing', ''],
  ] as const) {
    it(`answers [${statuses}] to a client that sends ${what} and closes its sending side`, async () => {
      const { client } = await servers.startWithClient();
      client.send(sent);
      client.socket.end();
      expectResponses(await client.closed(), statuses);
    });
  }

  it('reads what a client sends after CONNECT, and notices that it ends its side', async () => {
    const { client, accepted } = await servers.startWithClient({}, { closes: false });
    client.send(CONNECT);
    expectResponses(await client.next(), [404]);
    const closed = waitFor(accepted, 'close');
    client.send('x');
    client.socket.end();
    await closed;
  });

  it('survives a client that resets its connection after CONNECT', async () => {
    const { client, accepted, server, port } = await servers.startWithClient();
    const connected = waitFor(server, 'connect');
    client.send(CONNECT);
    await connected;
    // A reset is an error, with which `once` would end.
    const closed = new Promise((resolve) => accepted.once('close', resolve));
    client.socket.resetAndDestroy();
    await withTimeout(closed, () => 'the connection to close');
    expectResponses(await exchange(port, CLOSE), [200]);
  });

  it('closes idle connections at a plain close', async () => {
    const { client, server } = await servers.startWithClient();
    client.send(GET);
    expectResponses(await client.next(), [200]);
    server.close();
    expect(await client.closed()).to.deep.equal([]);
  });
});

import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { AccessLogEntry } from '../../src/graceful-server/access-log.ts';
import { GracefulServer } from '../../src/graceful-server/graceful-server.ts';
import { LIMITS } from '../../src/graceful-server/limits.ts';
import { expectResponses } from '../support/contract.ts';
import { formatError, respond, Servers } from '../support/local-server.ts';
import {
  CLOSE,
  CONNECT,
  connectionsOf,
  exchange,
  GET,
  requestText,
  UNKNOWN_METHOD,
} from '../support/raw-http.ts';
import { until, waitFor } from '../support/with-timeout.ts';

const BAD_CHUNK = `${requestText('POST', '/', 'Transfer-Encoding: chunked')}zz\r\n`;
const UPLOAD = requestText('POST', '/', 'Content-Length: 1000000');
const UPGRADE = requestText('GET', '/', 'Connection: Upgrade', 'Upgrade: h2c');
const LATE_UPGRADE = requestText('GET', '/', ...Array<string>(1100).fill('x:'), 'Upgrade: h2c');
const BODY = 'x'.repeat(1_000_000);
/** The first part of a request. The rest is an empty line. */
const HALF_HEAD = GET.slice(0, -2);

/** In milliseconds. Node checks these limits once a second. */
const SHORT = { headersTimeout: 50, requestTimeout: 50 };

/** What is sent in one write, the statuses of all responses, and the lines of the log. */
type Row = readonly [what: string, sent: string, statuses: readonly number[], log: string[]];

/** The client keeps its connection, and may send another request. */
const answered: Row[] = [
  ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', [200], ['GET / 200']],
  ['a body', UPLOAD + BODY, [200], ['POST / 200']],
  ['an expectation', requestText('GET', '/', 'Expect: x'), [200], ['GET / 200']],
];

/**
 * What the server rejects, or takes for the last request of a connection, behind requests that are
 * still pending when it arrives.
 */
const pipelines: Row[] = [
  // What Node rejects gets no error behind a pending response.
  ['GET GET BREW', GET + GET + UNKNOWN_METHOD, [200, 200], ['GET / 200', 'GET / 200']],
  ['GET CONNECT', GET + CONNECT, [200], ['GET / 200']],
  ['GET, a bad chunk, GET', GET + BAD_CHUNK + GET, [200], ['POST / - aborted', 'GET / 200']],
  // Behind a request with Upgrade, Node drops what has arrived in the same packet.
  ['Upgrade, GET', UPGRADE + GET, [200], ['GET / 200']],
  ['Upgrade behind 1,100 fields, GET', LATE_UPGRADE + GET, [200], ['GET / 200']],
];

const gets = (count: number) => Array<string>(count).fill('GET / 200');
const abortedGets = (count: number) => Array<string>(count).fill('GET / - aborted');

/** With a limit of 50 ms for the time of a request. */
const limited: Row[] = [
  ['nothing', '', [], []],
  // The target of what is malformed is not reported, so nobody can forge a line of the log, or
  // control a terminal.
  ['a malformed target', requestText('GET', '/\x1b[2J'), [400], ['- - 400']],
  ['CONNECT', CONNECT, [404], ['CONNECT a:443 404']],
  ['half a request line', 'GE', [408], ['- - 408']],
  ['an upload without body', UPLOAD, [408], ['POST / 408']],
  ['GET × 64', GET.repeat(63) + CLOSE, Array<number>(64).fill(200), gets(64)],
  ['GET × 65', GET.repeat(65), [], abortedGets(64)],
];

describe('GracefulServer', () => {
  const servers = new Servers();
  let lines: string[] = [];
  const onResponse = ({ method = '-', target = '-', status, isAborted }: AccessLogEntry) => {
    lines.push(`${method} ${target} ${status ?? '-'}${isAborted ? ' aborted' : ''}`);
  };
  beforeEach(() => {
    lines = [];
  });

  it('has the limits of LIMITS', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = LIMITS;
    expect(new GracefulServer(() => {}, formatError)).to.include({
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      timeout,
      connectionsCheckingInterval: LIMITS.connectionsCheckingInterval,
    });
  });

  for (const [what, sent, statuses, log] of answered) {
    it(`answers [${statuses}] to ${what}, and then another request`, async () => {
      const { client, stop } = await servers.startWithClient({ onResponse });
      client.send(sent);
      expectResponses(await client.next(), statuses);
      client.send(CLOSE);
      expectResponses(await client.closed(), [200]);
      await stop();
      expect(lines).to.deep.equal([...log, 'GET / 200']);
    });
  }

  for (const [what, sent, statuses, log] of pipelines) {
    it(`answers [${statuses}] to ${what}, and closes the connection`, async () => {
      const { client, accepted, responses, stop } = await servers.startUnanswered({ onResponse });
      client.send(sent);
      await until(() => accepted.bytesRead, sent.length);
      responses.forEach(respond);
      expectResponses(await client.closed(), statuses);
      await stop();
      expect(lines).to.deep.equal(log);
    });
  }

  for (const [what, sent, statuses, log] of limited) {
    it(`sends ${statuses.length} responses to ${what}, and closes the connection`, async () => {
      const { client, stop } = await servers.startWithClient({ limits: SHORT, onResponse });
      client.send(sent);
      expectResponses(await client.closed(), statuses);
      await stop();
      expect(lines).to.deep.equal(log);
    });
  }

  it('reports all pending requests when their client resets the connection', async () => {
    const { client, responses, stop } = await servers.startUnanswered({ onResponse });
    client.send(requestText('GET', '/1') + requestText('GET', '/2') + requestText('GET', '/3'));
    await until(() => responses.length, 3);
    client.socket.resetAndDestroy();
    await stop();
    expect(lines).to.deep.equal(['GET /1 - aborted', 'GET /2 - aborted', 'GET /3 - aborted']);
  });

  for (const [what, sent, status] of [
    ['an error', requestText('GET', '/', `X: ${'x'.repeat(20_000)}`), 431],
    ['CONNECT', CONNECT, 404],
    ['a request without its body', UPLOAD, 408],
  ] as const) {
    it(`only reads what a client sends after ${what}, so that it can read the error late`, async () => {
      const { client, accepted, responses } = await servers.startUnanswered({ limits: SHORT });
      client.socket.pause();
      client.send(sent);
      await waitFor(accepted, 'finish');
      const { bytesRead } = accepted;
      client.send(BODY + GET);
      await until(() => accepted.bytesRead, bytesRead + BODY.length + GET.length);
      client.socket.resume();
      expectResponses(await client.closed(), [status]);
      expect(responses).to.deep.equal([]);
    });
  }

  for (const [what, sent] of Object.entries({
    'an error': UNKNOWN_METHOD,
    'an error behind a pending response': GET + UNKNOWN_METHOD,
    'CONNECT behind a pending response': GET + CONNECT,
  })) {
    it(`destroys a connection some time after ${what}, though its client goes on sending`, async () => {
      Object.assign(LIMITS, { afterErrorTimeout: 50 });
      const { client, accepted } = await servers.startUnanswered();
      // It does not see that the server closes its side, so it does not close its own.
      client.socket.pause();
      client.send(sent);
      const sending = setInterval(() => client.send('x'), 10);
      await waitFor(accepted, 'close').finally(() => clearInterval(sending));
    });
  }

  it('closes a connection after a response that was written before something was rejected', async () => {
    const { client, accepted, responses, server, stop } = await servers.startUnanswered();
    client.send(GET + GET);
    await until(() => responses.length, 2);
    const [first, second] = responses as [ServerResponse, ServerResponse];
    respond(second);
    client.send(BAD_CHUNK);
    await until(() => accepted.bytesRead, 2 * GET.length + BAD_CHUNK.length);
    // A stop changes nothing.
    const stopped = stop();
    await until(() => server.listening, false);
    respond(first);
    const received = await client.closed();
    expectResponses(received, [200, 200]);
    expect(connectionsOf(received)).to.deep.equal(['keep-alive', 'keep-alive']);
    await stopped;
  });

  it('ignores the rest of a head after its error, and does not wait for it at a stop', async () => {
    Object.assign(LIMITS, { afterErrorTimeout: 3_600_000 });
    const { client, accepted, responses, stop } = await servers.startUnanswered({
      limits: SHORT,
      onResponse,
    });
    client.socket.pause();
    client.send(HALF_HEAD);
    await waitFor(accepted, 'finish');
    client.send(`\r\n${GET}`);
    await until(() => accepted.bytesRead, 2 * GET.length);
    await stop({ grace: 50 });
    expect(responses).to.deep.equal([]);
    expect(lines).to.deep.equal(['- - 408']);
  });

  it('aborts a request that is too slow behind another, even if it arrives at last', async () => {
    const { client, accepted, responses, server, stop } = await servers.startUnanswered({
      limits: SHORT,
      onResponse,
    });
    client.send(GET + UPLOAD);
    await waitFor(server, 'clientError');
    client.send(BODY);
    await until(() => accepted.bytesRead, GET.length + UPLOAD.length + BODY.length);
    expect(responses).to.have.length(1);
    responses.forEach(respond);
    expectResponses(await client.closed(), [200]);
    await stop();
    expect(lines).to.deep.equal(['POST / - aborted', 'GET / 200']);
  });

  it('closes the connection after the grace of a stop if an error took the place of a response', async () => {
    Object.assign(LIMITS, { afterErrorTimeout: 3_600_000 });
    const { client, accepted, server, stop } = await servers.startWithClient();
    client.socket.pause();
    client.send(requestText('POST', '/', 'Transfer-Encoding: chunked'));
    await waitFor(server, 'request');
    const stopped = stop({ grace: 50 });
    await until(() => server.listening, false);
    client.send('zz\r\n');
    await waitFor(accepted, 'finish');
    await stopped;
  });

  it('destroys a connection at the 65th request after an error', async () => {
    Object.assign(LIMITS, { afterErrorTimeout: 3_600_000 });
    const { client, accepted } = await servers.startWithClient({ limits: SHORT });
    client.socket.pause();
    client.send(HALF_HEAD);
    await waitFor(accepted, 'finish');
    client.send(`\r\n${GET.repeat(64)}`);
    await until(() => accepted.closed, true);
  });

  it('survives a client that resets its connection after CONNECT', async () => {
    const { client, accepted, server, port } = await servers.startWithClient();
    const connected = waitFor(server, 'connect');
    client.send(CONNECT);
    await connected;
    client.socket.resetAndDestroy();
    await until(() => accepted.closed, true);
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

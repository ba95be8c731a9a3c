import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { AccessLogEntry } from '../../src/graceful-server/access-log.ts';
import { GracefulServer } from '../../src/graceful-server/graceful-server.ts';
import { LIMITS } from '../../src/graceful-server/limits.ts';
import { expectResponses } from '../support/contract.ts';
import { formatError, respond, Servers, type Setup } from '../support/local-server.ts';
import {
  CLOSE,
  CONNECT,
  connectionsOf,
  exchange,
  GET,
  get,
  LARGE,
  WITHOUT_HOST,
} from '../support/raw-http.ts';
import { Program, programOf } from '../support/service.ts';
import { until, waitFor } from '../support/with-timeout.ts';

function post(...fields: string[]): string {
  return get('/', ...fields).replace('GET', 'POST');
}

const FOO = get('/').replace('GET', 'FOO');
const BAD_CHUNK = `${post('Transfer-Encoding: chunked')}zz\r\n`;
const BAD_CHUNK_WITHOUT_HOST = BAD_CHUNK.replace('Host: a\r\n', '');
const UPLOAD = post('Content-Length: 1000000');
const UPLOAD_WITHOUT_HOST = UPLOAD.replace('Host: a\r\n', '');
const BODY = 'x'.repeat(1_000_000);
const UPGRADE = get('/', 'Connection: Upgrade', 'Upgrade: h2c');
const LATE_UPGRADE = get('/', ...Array<string>(1100).fill('x:'), 'Upgrade: websocket');

/** In milliseconds. Node checks these limits once a second. */
const SHORT = { headersTimeout: 50, requestTimeout: 50 };

/** What is sent on one connection, and what comes of it. */
interface Row {
  readonly what: string;
  /** Sent in one write. */
  readonly sent: string;
  /** Sent after the first response. */
  readonly next?: string;
  readonly statuses: readonly number[];
  /** How many requests the listener gets, if not as many as are answered with 200. */
  readonly passedOn?: number;
  /** Whether another request is answered. Otherwise, the connection ends. */
  readonly isOpen?: boolean;
  /** The lines of the log. */
  readonly log?: readonly string[];
  readonly limits?: Setup['limits'];
}

const rows: Row[] = [
  // A request is handled once it has arrived in full, and no header field changes its response.
  { what: 'a body', sent: UPLOAD + BODY, statuses: [200], isOpen: true, log: ['POST / 200'] },
  { what: 'an expectation', sent: get('/', 'Expect: x'), statuses: [200], isOpen: true },
  {
    what: 'Expect: 100-continue and then a body',
    sent: post('Expect: 100-continue', 'Content-Length: 4'),
    next: 'body',
    statuses: [100, 200],
    isOpen: true,
    log: ['POST / 200'],
  },

  // What Node rejects gets an error if no earlier response is pending, and ends the connection.
  {
    what: 'GET GET FOO',
    sent: GET + GET + FOO,
    statuses: [200, 200],
    log: ['GET / 200', 'GET / 200'],
  },
  { what: 'CONNECT', sent: CONNECT, statuses: [404], log: ['CONNECT a:443 404'] },
  { what: 'GET CONNECT', sent: GET + CONNECT, statuses: [200], log: ['GET / 200'] },
  {
    what: 'GET, a bad chunk, GET',
    sent: GET + BAD_CHUNK + GET,
    statuses: [200],
    log: ['GET / 200'],
  },
  // An invalid request gets its error in its turn, and is the last one.
  {
    what: 'GET, no Host, GET',
    sent: GET + WITHOUT_HOST + GET,
    statuses: [200, 400],
    log: ['GET / 200', 'GET / 400'],
  },
  {
    what: 'a long list, an upload without Host',
    sent: get('/500000') + UPLOAD_WITHOUT_HOST + BODY,
    statuses: [200, 400],
    log: ['GET /500000 200', 'POST / 400'],
  },
  // One error takes the place of another.
  {
    what: 'an upload without Host or body',
    sent: UPLOAD_WITHOUT_HOST,
    statuses: [408],
    limits: SHORT,
  },
  { what: 'GET, no Host and a bad chunk', sent: GET + BAD_CHUNK_WITHOUT_HOST, statuses: [200] },
  // The target is not reported, so nobody can forge a line of the log, or control a terminal.
  { what: 'a malformed target', sent: get('/\x1b[2J'), statuses: [400], log: ['- - 400'] },

  // Behind a request with Upgrade, Node drops what has arrived in the same packet.
  {
    what: 'Upgrade, GET, then GET',
    sent: UPGRADE + GET,
    next: GET,
    statuses: [200],
    log: ['GET / 200'],
  },
  { what: 'Upgrade behind 1,100 fields', sent: LATE_UPGRADE + GET, next: GET, statuses: [200] },

  // The limits.
  { what: 'nothing', sent: '', statuses: [], log: [], limits: SHORT },
  { what: 'half a request line', sent: 'GE', statuses: [408], log: ['- - 408'], limits: SHORT },
  { what: 'no body', sent: UPLOAD, statuses: [408], log: ['POST / 408'], limits: SHORT },
  { what: 'GET × 32', sent: GET.repeat(31) + CLOSE, statuses: new Array<number>(32).fill(200) },
  { what: 'GET × 33', sent: GET.repeat(33), statuses: [], passedOn: 32 },
  { what: 'no Host, GET × 31', sent: WITHOUT_HOST + GET.repeat(31), statuses: [400] },
  { what: 'no Host, GET × 32', sent: WITHOUT_HOST + GET.repeat(32), statuses: [] },
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
  const limits = { ...LIMITS };
  afterEach(() => {
    Object.assign(LIMITS, limits);
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

  for (const isLate of [false, true]) {
    for (const { what, sent, next, statuses, passedOn, isOpen = false, log, limits } of rows) {
      // Without a response of the listener, it does not matter when that answers.
      if (isLate && !statuses.includes(200)) continue;
      it(`answers [${statuses}] to ${what}${isLate ? ', answering later' : ''}`, async () => {
        // A late listener answers once everything has arrived.
        let waiting: ServerResponse[] | undefined = isLate ? [] : undefined;
        let count = 0;
        const { client, accepted, stop } = await servers.startWithClient({
          listener(_request, response) {
            count += 1;
            if (waiting) waiting.push(response);
            else respond(response);
          },
          onResponse,
          ...(limits && { limits }),
        });
        client.send(sent);
        await until(() => (accepted.destroyed ? sent.length : accepted.bytesRead), sent.length);
        for (const response of waiting ?? []) respond(response);
        waiting = undefined;
        const responses = [...(await client.next())];
        if (next !== undefined) {
          client.send(next);
          if (isOpen) responses.push(...(await client.next()));
        }
        if (isOpen) client.send(CLOSE);
        responses.push(...(await client.closed()));
        const expected = isOpen ? [...statuses, 200] : statuses;
        expect(responses.map(({ status }) => status)).to.deep.equal(expected);
        expectResponses(
          responses.filter(({ status }) => status !== 100),
          expected.filter((status) => status !== 100),
        );
        await stop();
        expect(count).to.equal(passedOn ?? expected.filter((status) => status === 200).length);
        if (log) expect(lines).to.deep.equal(isOpen ? [...log, 'GET / 200'] : log);
      });
    }
  }

  it('reports a request whose client closes its connection before the response', async () => {
    const { client, responses, stop } = await servers.startUnanswered({ onResponse });
    client.send(GET);
    await until(() => responses.length, 1);
    client.socket.resetAndDestroy();
    await stop();
    expect(lines).to.deep.equal(['GET / - aborted']);
  });

  it('reports a response that the client did not read to its end as aborted', async () => {
    const { client, stop } = await servers.startWithClient({ onResponse });
    client.socket.pause();
    client.send(LARGE);
    await waitFor(client.socket, 'readable');
    client.socket.resetAndDestroy();
    await stop();
    expect(lines).to.deep.equal(['GET /10000000 200 aborted']);
  });

  it('reports the time from the head of a request to the end of its response', async () => {
    const times: (number | undefined)[] = [];
    const { port, stop } = await servers.start({
      onResponse: ({ milliseconds }) => times.push(milliseconds),
    });
    const sentAt = performance.now();
    await exchange(port, CLOSE);
    await stop();
    expect(times).to.have.length(1);
    expect(times[0]).to.be.within(0, performance.now() - sentAt);
  });

  for (const [what, sent, status] of [
    ['an error', get('/', `X: ${'x'.repeat(20_000)}`), 431],
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

  it('destroys a connection soon after an error or CONNECT, but waits for a response', async () => {
    Object.assign(LIMITS, { lingerTimeout: 50 });
    const { client, accepted, responses, connect } = await servers.startUnanswered();
    client.send(GET + FOO);
    await until(() => accepted.bytesRead, GET.length + FOO.length);
    const others = [await connect(), await connect()];
    const sending = setInterval(() => {
      for (const other of others) other.client.send('x');
    }, 10);
    const closed = others.map((other, index) => {
      // It does not see that the server closes its side, so it does not close its own.
      other.client.socket.pause();
      other.client.send(index === 0 ? FOO : GET + CONNECT);
      return waitFor(other.accepted, 'close');
    });
    await Promise.all(closed).finally(() => clearInterval(sending));
    for (const response of responses) respond(response);
    expectResponses(await client.closed(), [200]);
  });

  it('closes a connection after a response that was written before something was rejected', async () => {
    const { client, accepted, responses, server, stop } = await servers.startUnanswered();
    client.send(GET + GET);
    await until(() => responses.length, 2);
    const [first, second] = responses as [ServerResponse, ServerResponse];
    respond(second);
    client.send(FOO);
    await until(() => accepted.bytesRead, 2 * GET.length + FOO.length);
    // A stop changes nothing.
    const stopped = stop();
    await until(() => server.listening, false);
    respond(first);
    const received = await client.closed();
    expectResponses(received, [200, 200]);
    expect(connectionsOf(received)).to.deep.equal(['keep-alive', 'keep-alive']);
    await stopped;
  });

  it('waits no longer than a limit for a response behind which something was rejected', async () => {
    Object.assign(LIMITS, { timeout: 50 });
    const { client } = await servers.startUnanswered();
    client.send(GET + FOO);
    expect(await client.closed()).to.deep.equal([]);
  });

  it('does not report an error that cannot be sent', async () => {
    const { client, accepted, stop } = await servers.startWithClient({ onResponse, limits: SHORT });
    client.send('GE');
    await until(() => accepted.bytesRead, 2);
    // Otherwise, the server would read the reset.
    accepted.pause();
    client.socket.resetAndDestroy();
    await until(() => accepted.closed, true);
    await stop();
    expect(lines).to.deep.equal([]);
  });

  it('answers more requests than may be pending, one after the other', async () => {
    const { client } = await servers.startWithClient();
    for (let count = 0; count <= LIMITS.maxPendingResponses; count += 1) {
      client.send(GET);
      expectResponses(await client.next(), [200]);
    }
  });

  it('destroys a connection at the 33rd request after an error', async () => {
    Object.assign(LIMITS, { lingerTimeout: 3_600_000 });
    const { client, accepted } = await servers.startWithClient({ limits: SHORT });
    // It does not see that the server closes its side, so it does not close its own.
    client.socket.pause();
    client.send(GET.slice(0, -2));
    await waitFor(accepted, 'finish');
    client.send(`\r\n${GET.repeat(32)}`);
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

  it('keeps nothing of a connection that is closed', async () => {
    const script = `
      import { once } from 'node:events';
      import { connect } from 'node:net';
      import { setImmediate as nextIteration } from 'node:timers/promises';
      import { setFlagsFromString } from 'node:v8';
      import { runInNewContext } from 'node:vm';
      import { GracefulServer } from './src/graceful-server/graceful-server.ts';
      setFlagsFromString('--expose-gc');
      const collectGarbage = runInNewContext('gc');
      const formatError = () => ({ headers: {}, body: '' });
      const server = new GracefulServer((_request, response) => response.end(), formatError);
      const sockets = [];
      server.on('connection', (socket) => sockets.push(new WeakRef(socket)));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      for (const sent of ${JSON.stringify([CLOSE, WITHOUT_HOST, FOO, CONNECT])}) {
        const client = connect(server.address().port, '127.0.0.1').resume();
        client.write(sent);
        await once(client, 'close');
      }
      while (sockets.some((socket) => socket.deref() !== undefined)) {
        await nextIteration();
        collectGarbage();
      }
      console.log(sockets.length);
      server.close();
    `;
    await using program = new Program(programOf(script));
    expect(await program.ended()).to.equal(0);
    expect(program.stdout).to.equal('4\n');
  });

  it('closes idle connections at a plain close', async () => {
    const { client, server } = await servers.startWithClient();
    client.send(GET);
    expectResponses(await client.next(), [200]);
    server.close();
    expect(await client.closed()).to.deep.equal([]);
  });
});

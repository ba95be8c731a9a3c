import type { RequestListener, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { sendError } from '../../src/adapters/http/response-format.ts';
import { defaultLimits, withDefaults } from '../../src/http-server/limits.ts';
import { expectResponses } from '../support/contract.ts';
import { largeList } from '../support/large-list.ts';
import { Servers, type Setup, sendUnread } from '../support/local-server.ts';
import { pauseProcess } from '../support/pause-process.ts';
import {
  CLOSE,
  CONNECT,
  connectionsOf,
  GET,
  GET_LIST,
  get,
  MALFORMED,
  POST,
} from '../support/raw-http.ts';
import { once, until } from '../support/with-timeout.ts';

const HALF_HEAD = GET.slice(0, -2);
const HALF_BODY = `${POST}bo`;
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2c';

/** How much time and memory a client may take, and what happens beyond. Tests `Connection`, too. */
describe('withDefaults', () => {
  it('has a headersTimeout of at most requestTimeout', () => {
    const changes = { requestTimeout: 5000, keepAliveTimeout: 6000 };
    expect(withDefaults(changes)).to.include({ ...changes, headersTimeout: 5000 });
  });

  const range = 'expected a whole number from 1 to 2147483647';
  const refused: [changes: object, message: string][] = [
    [{ stopGrace: 0 }, `stopGrace: ${range}, got 0`],
    [{ timeout: 1.5 }, `timeout: ${range}, got 1.5`],
    [{ timeout: '5' }, `timeout: ${range}, got "5"`],
    [{ lingerTimeout: 2 ** 31 }, `lingerTimeout: ${range}, got 2147483648`],
    [{ keepAliveTimout: 5 }, 'keepAliveTimout: no such limit'],
  ];
  for (const [changes, message] of refused) {
    it(`says: ${message}`, () => {
      expect(() => withDefaults(changes))
        .to.throw(RangeError)
        .with.property('message', message);
    });
  }

  it('takes undefined for the default, and the ends of the range', () => {
    const ends = { stopTimeout: 1, stopGrace: 2 ** 31 - 1, headersTimeout: 20_000 };
    const changes: object = { ...ends, timeout: undefined, lingerTimeout: undefined };
    expect(withDefaults(changes)).to.deep.equal({ ...defaultLimits, ...ends });
  });
});

describe('a limit in time', () => {
  const servers = new Servers();
  const shortHeaders = { connectionsCheckingInterval: 20, headersTimeout: 50 };
  // A test shortens the limit itself when the time has come.
  const later = { connectionsCheckingInterval: 20 };

  for (const [what, sent] of [
    ['part of a head', `${HALF_HEAD}X: `],
    ['nothing at all', ''],
  ] as const) {
    it(`answers 408 to ${what}`, async () => {
      const { client } = await servers.connect({ limits: shortHeaders });
      client.send(sent);
      expectResponses(await client.next(), [408]);
      expect(await client.closed()).to.deep.equal([]);
    });
  }

  it('does not limit the time for which a request is handled, though its body never comes', async () => {
    const handled: ServerResponse[] = [];
    const handle: RequestListener = (_request, response) => handled.push(response);
    const { client, server } = await servers.connect({ limits: later, handle });
    client.send(HALF_BODY);
    await until(() => handled.length > 0);
    Object.assign(server, { headersTimeout: 50, requestTimeout: 50 });
    const [late] = await once(server, 'clientError');
    expect(late).to.have.property('code', 'ERR_HTTP_REQUEST_TIMEOUT');
    for (const response of handled) sendError(response, 404);
    expectResponses(await client.closed(), [404]);
  });

  it('reads a request that arrived while the process was paused for longer than the limit', async () => {
    const { server, client } = await servers.connect({ limits: later });
    // Node swaps the two if the second is the smaller one.
    Object.assign(server, { headersTimeout: 50, requestTimeout: 50 });
    client.send(GET);
    pauseProcess(100);
    expectResponses(await client.next(), [200]);
    client.send(CLOSE);
    expectResponses(await client.closed(), [200]);
  });

  it('may be almost the longest that a timer takes', async () => {
    const { client } = await servers.connect({ limits: { keepAliveTimeout: 2 ** 31 - 2000 } });
    const warned = new Promise((resolve) => process.once('warning', resolve));
    client.send(GET);
    expectResponses(await client.next(), [200]);
    // Node warns of a longer one in the next tick.
    expect(await Promise.race([warned, nextTurn('no warning')])).to.equal('no warning');
  });

  it('answers 408 to a client that sends blank lines instead of a request', async () => {
    // Without a blank line for keepAliveTimeout, Node would close the connection without a word.
    const limits = { keepAliveTimeout: 1000, headersTimeout: 50 };
    const { client, accepted } = await servers.connect({ limits });
    client.send(GET);
    expectResponses(await client.next(), [200]);
    await client.keepSending('\r\n', accepted);
    expectResponses(await client.closed(), [408]);
  });

  for (const [what, sent] of [
    ['head', MALFORMED],
    ['body', `${get('/', 'Transfer-Encoding: chunked')}zz\r\n`],
  ] as const) {
    it(`refuses a request whose ${what} is malformed and then times out only once`, async () => {
      const { server, client } = await servers.connect({ limits: later, products: largeList });
      client.socket.pause();
      client.send(`${GET_LIST}${sent}`);
      await once(server, 'clientError');
      Object.assign(server, { headersTimeout: 50, requestTimeout: 50 });
      const [late] = await once(server, 'clientError');
      expect(late).to.have.property('code', 'ERR_HTTP_REQUEST_TIMEOUT');
      client.socket.resume();
      expectResponses(await client.closed(), [200, 400]);
    });
  }

  const unread: [what: string, sent: string, repeated: string][] = [
    ['nothing', '', ''],
    ['a head, byte by byte', '', 'x'],
    ['a malformed request', MALFORMED, 'x'],
    ['CONNECT', CONNECT, 'x'],
  ];
  for (const [what, sent, repeated] of unread) {
    it(`disconnects a client that does not read its response, and sends ${what}`, async () => {
      const limits = { ...later, timeout: 200 };
      const connected = await servers.connect({ limits, products: largeList });
      const { client, accepted, server } = connected;
      // Node resumes a socket, too, as soon as what it has to send fits into its buffer.
      accepted.once('pause', () => accepted.resume());
      await sendUnread(connected, GET_LIST);
      server.headersTimeout = 50;
      client.send(sent);
      if (repeated === '') await once(accepted, 'close');
      else await client.keepSending(repeated, accepted);
      // It was not Node that stopped reading, when its buffer was full.
      expect(accepted.bytesRead).to.be.below(accepted.readableHighWaterMark);
    });
  }
});

describe('maxPipelinedRequests', () => {
  const servers = new Servers();

  it('answers so many waiting requests, sends Connection: close with the last, and drops the others', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => warnings.push(warning);
    process.on('warning', listener);
    const { client } = await servers.connect({ limits: { maxPipelinedRequests: 3 } });
    client.send(GET.repeat(1000));
    const responses = await client.next(4);
    expectResponses(responses, [200, 200, 200]);
    expect(connectionsOf(responses)).to.deep.equal(['keep-alive', 'keep-alive', 'close']);
    await client.closed().finally(() => process.off('warning', listener));
    // Such as of a leak: Node counts the listeners that it adds for each request.
    expect(warnings).to.deep.equal([]);
  });

  it('closes a connection after the waiting responses, whose heads did not announce it, and reports these alone', async () => {
    const responses: ServerResponse[] = [];
    const reported: unknown[] = [];
    const setup: Setup = {
      limits: { maxPipelinedRequests: 2, lingerTimeout: 50 },
      handle(_request, response) {
        response.writeHead(200, { 'Content-Length': 2 }).flushHeaders();
        responses.push(response);
      },
      onResponse: ({ status }) => reported.push(status),
    };
    const { server, client, accepted, stop } = await servers.connect(setup, { closes: false });
    for (let count = 0; count < 3; count += 1) {
      const accepting = once(server, 'request');
      client.send(GET);
      await accepting;
    }
    for (const response of responses) response.end('{}');
    await once(accepted, 'close');
    client.socket.end();
    const received = await client.closed();
    expect(received.map(({ body }) => body)).to.deep.equal(['{}', '{}']);
    expect(connectionsOf(received)).to.deep.equal(['keep-alive', 'keep-alive']);
    await stop();
    expect(reported).to.deep.equal([200, 200]);
  });

  it('disconnects a client that sends ever more requests before one is answered', async () => {
    const limits = { maxPipelinedRequests: 1, timeout: 50 };
    const { client, accepted } = await servers.connect({ limits, handle() {} });
    await client.keepSending(GET, accepted);
  });

  it('reads all that follows the requests that it answers, as closing with unread data loses responses, but parses one at most', async () => {
    const setup = { limits: { maxPipelinedRequests: 3 } };
    const { client, accepted, server } = await servers.connect(setup, { closes: false });
    let parsed = 0;
    for (const event of ['request', 'connect', 'clientError']) {
      server.on(event, () => {
        parsed += 1;
      });
    }
    const ignored = get('/', 'Content-Length: 100000').replace('GET', 'POST');
    client.send(GET.repeat(3) + ignored);
    await once(client.socket, 'end');
    const body = 'x'.repeat(100_000);
    const others = [body, get('/', UPGRADE), ignored + body, CONNECT, MALFORMED, GET.repeat(5000)];
    for (const sent of others) await client.sendRead(sent, accepted);
    expect(parsed).to.equal(4);
    client.socket.end();
    expectResponses(await client.closed(), [200, 200, 200]);
  });
});

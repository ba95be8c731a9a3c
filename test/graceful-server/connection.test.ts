import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { createHandler } from '../../src/adapters/http/create-handler.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import type { AccessLogEntry } from '../../src/graceful-server/access-log.ts';
import { expectResponses } from '../support/contract.ts';
import { fixtureProducts } from '../support/fixture-products.ts';
import { largeList } from '../support/large-list.ts';
import { Servers, type Setup, sendUnread } from '../support/local-server.ts';
import {
  CLOSE,
  CONNECT,
  connectionsOf,
  GET,
  GET_LIST,
  get,
  MALFORMED,
  WITHOUT_HOST,
} from '../support/raw-http.ts';
import { until, waitFor } from '../support/with-timeout.ts';

const CHUNKED_POST = get('/', 'Transfer-Encoding: chunked').replace('GET', 'POST');
const BAD_CHUNK = 'zz\r\n';
const UNFINISHED_POST = get('/', 'Content-Length: 4').replace('GET', 'POST');
const UPGRADE = get('/api/products/2', 'Upgrade: h2c');
const UPLOAD = get('/', 'Content-Length: 1000000').replace('GET', 'POST');
const BODY = 'x'.repeat(1_000_000);

/**
 * What is sent on a connection, and maybe more of it after the first response; the statuses of the
 * responses, after which the connection ends; and those of an application that answers later, if
 * they differ.
 */
const rows: {
  readonly what: string;
  readonly sent: string;
  readonly next?: string;
  readonly statuses: number[];
  readonly statusesIfLater?: number[];
  readonly limits?: Setup['limits'];
}[] = [
  {
    what: 'an unknown method',
    sent: GET + GET + get('/').replace('GET', 'FOO'),
    statuses: [200, 200, 404],
  },
  { what: 'a request without Host', sent: GET + WITHOUT_HOST + GET, statuses: [200, 400] },
  { what: 'CONNECT', sent: GET_LIST + GET + CONNECT + GET, statuses: [200, 200, 404] },
  { what: 'a bad chunk', sent: CHUNKED_POST + BAD_CHUNK, statuses: [400] },
  {
    what: 'a bad chunk in the second request',
    sent: GET + CHUNKED_POST + BAD_CHUNK + GET,
    statuses: [200, 404],
    statusesIfLater: [200, 400],
  },
  { what: 'a bad chunk after a response', sent: CHUNKED_POST, next: BAD_CHUNK, statuses: [404] },
  {
    what: 'a body that does not arrive in requestTimeout',
    sent: UNFINISHED_POST,
    statuses: [404],
    limits: { requestTimeout: 50 },
  },
  { what: 'Upgrade', sent: UPGRADE + GET, next: GET, statuses: [200] },
  {
    what: 'half a head, and no more in headersTimeout',
    sent: GET + GET.slice(0, -2),
    statuses: [200, 408],
    limits: { headersTimeout: 50 },
  },
];

describe('a connection', () => {
  const servers = new Servers();

  describe('has one response for each request, in the order of the requests', () => {
    const answer = createHandler(new MemoryCatalog(fixtureProducts));
    for (const handle of [
      answer,
      function later(...args: Parameters<RequestListener>) {
        setImmediate(answer, ...args);
      },
    ]) {
      const isLater = handle.name === 'later';
      for (const { what, sent, next, statuses, statusesIfLater, limits } of rows) {
        const expected = isLater && statusesIfLater ? statusesIfLater : statuses;
        it(`answers [${expected}] to ${what}${isLater ? ', answering later' : ''}`, async () => {
          const { client } = await servers.startWithClient({ handle, ...(limits && { limits }) });
          client.send(sent);
          const responses = [...(await client.next())];
          if (next !== undefined) client.send(next);
          responses.push(...(await client.closed()));
          expectResponses(responses, expected);
        });
      }
    }

    it('sends an error after the pending responses, and handles no request behind it', async () => {
      const { client, responses } = await servers.startUnanswered();
      client.send(GET + GET + WITHOUT_HOST + GET);
      await until(() => responses.length === 2);
      responses[0]?.end('{}');
      expect(await client.next()).to.have.length(1);
      responses[1]?.end('{}');
      expect((await client.closed()).map(({ status }) => status)).to.deep.equal([200, 400]);
      expect(responses).to.have.length(2);
    });

    it('writes no error into a response that has been begun, but ends after it', async () => {
      const { client, server, responses } = await servers.startUnanswered();
      client.send(CHUNKED_POST);
      await until(() => responses.length === 1);
      responses[0]?.writeHead(200, { 'Content-Length': 10 }).write('12345');
      const failed = waitFor(server, 'clientError');
      client.send(BAD_CHUNK);
      await failed;
      responses[0]?.end('67890');
      expect(await client.closed()).to.have.nested.property('[0].body', '1234567890');
    });

    it('handles no request that arrives after a last response', async () => {
      const handled: unknown[] = [];
      const handle: RequestListener = ({ url }, response) => {
        handled.push(url);
        response.end('{}');
      };
      const { client, accepted } = await servers.startWithClient({ handle }, { closes: false });
      // At this last response, only the server knows that it is one.
      client.send(UPGRADE);
      await client.next();
      const { bytesRead } = accepted;
      client.send(GET);
      await until(() => accepted.bytesRead > bytesRead);
      expect(handled).to.have.length(1);
    });

    it('sends no error behind a last response, and reports none', async () => {
      const reported: unknown[] = [];
      const onResponse = ({ status }: AccessLogEntry) => reported.push(status);
      const { client } = await servers.startWithClient({ onResponse });
      client.send(CLOSE + MALFORMED);
      expectResponses(await client.closed(), [200]);
      expect(reported).to.deep.equal([200]);
    });

    it('answers garbage once, after the whole of a response that was begun before', async () => {
      const connected = await servers.startWithClient({ products: largeList });
      const { client, accepted, server } = connected;
      const listeners: number[] = [];
      server.on('request', (_request, response) => {
        server.on('clientError', () => listeners.push(response.listenerCount('close')));
      });
      await sendUnread(connected, GET_LIST);
      await until(() => accepted.bytesWritten > 0);
      for (let chunk = 1; chunk <= 2; chunk += 1) {
        client.send(MALFORMED);
        await until(() => listeners.length === chunk);
      }
      // Otherwise, a client could send garbage chunk by chunk and fill the memory.
      expect(listeners[1]).to.equal(listeners[0]);
      client.socket.resume();
      expectResponses(await client.closed(), [200, 404]);
    });
  });

  describe('ends', () => {
    for (const [what, sent, status] of [
      ['a last response', UPLOAD.replace('\r\n', '\r\nConnection: close\r\n'), 404],
      ['an error', MALFORMED, 404],
      ['an error about an upload', UPLOAD.replace('Host: a\r\n', ''), 400],
      ['an error before an upload', WITHOUT_HOST + UPLOAD, 400],
    ] as const) {
      it(`without a reset after ${what}, though the client reads late`, async () => {
        const { client, accepted } = await servers.startWithClient();
        client.socket.pause();
        client.send(sent);
        await waitFor(accepted, 'finish');
        // A connection that was closed now would be reset, and the client would lose what it has
        // not read.
        for (let part = 0; part < 10; part += 1) {
          const end = accepted.bytesRead + 100_000;
          client.send(BODY.slice(0, 100_000));
          await until(() => accepted.bytesRead >= end);
        }
        client.socket.resume();
        expectResponses(await client.closed(), [status]);
      });
    }

    for (const [what, sent] of Object.entries({ CLOSE, CONNECT, MALFORMED })) {
      it(`requestTimeout after ${what} if the client does not end its side`, async () => {
        const limits = { requestTimeout: 50 };
        const { client, accepted } = await servers.startWithClient({ limits }, { closes: false });
        const closed = closedAfter(50, accepted);
        client.send(sent);
        expect(await closed).to.equal('in time');
        expect(await client.next()).to.have.length(1);
      });
    }

    it('requestTimeout after garbage though the client does not read the response before', async () => {
      const limits = { requestTimeout: 50 };
      const connected = await servers.startWithClient({ limits, products: largeList });
      await sendUnread(connected, GET_LIST);
      await until(() => connected.accepted.bytesWritten > 0);
      const closed = waitFor(connected.accepted, 'close');
      connected.client.send(MALFORMED);
      await closed;
    });

    it('only with the client if requestTimeout is 0', async () => {
      const { client, accepted } = await servers.startWithClient({}, { closes: false });
      client.send(CLOSE);
      await waitFor(client.socket, 'end');
      // A timer of the server would be called back before this one.
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(accepted.destroyed).to.equal(false);
    });
  });

  describe('is limited', () => {
    for (const [what, sent] of [
      ['half a head', GET.slice(0, -2)],
      ['nothing', ''],
    ] as const) {
      it(`and answers 408 to a client that sends ${what} for headersTimeout`, async () => {
        const { client } = await servers.startWithClient({ limits: { headersTimeout: 50 } });
        client.send(sent);
        expectResponses(await client.closed(), [408]);
      });
    }

    it('to keepAliveTimeout without a request, and then ends', async () => {
      const limits = { keepAliveTimeout: 50 };
      const { client, accepted } = await servers.startWithClient({ limits });
      const closed = closedAfter(50, accepted);
      client.send(GET);
      expect(connectionsOf(await client.next())).to.deep.equal(['keep-alive']);
      expect(await closed).to.equal('in time');
      await client.closed();
      expect(client.socket.readableEnded, 'not reset').to.equal(true);
    });

    it('to timeout without progress, for a client that reads nothing', async () => {
      const limits = { timeout: 50 };
      const connected = await servers.startWithClient({ products: largeList, limits });
      const closed = closedAfter(50, connected.accepted);
      await sendUnread(connected, GET_LIST);
      expect(await closed).to.equal('in time');
    });

    it('to timeout, but not if bytes have arrived that the server was too busy to read', async () => {
      const { client, accepted } = await servers.startWithClient({ limits: { timeout: 50 } });
      client.send(CLOSE.slice(0, 10));
      const sentAt = performance.now();
      // When the server can read, its timer is due, and comes first.
      while (performance.now() < sentAt + 150);
      await until(() => accepted.bytesRead > 0);
      client.send(CLOSE.slice(10));
      expectResponses(await client.closed(), [200]);
    });

    it('to 32 pending responses, and destroyed at the next request', async () => {
      const { client, connect } = await servers.startWithClient();
      client.send(GET.repeat(31) + CLOSE);
      expectResponses(await client.closed(), Array<number>(32).fill(200));
      const { client: eager } = await connect();
      eager.send(GET.repeat(33));
      expect(await eager.closed()).to.deep.equal([]);
    });

    it('to 32 responses that are not complete, whether they are written or not', async () => {
      const { client, responses } = await servers.startUnanswered();
      client.send(GET.repeat(32));
      await until(() => responses.length === 32);
      responses[0]?.end('{}');
      expect(await client.next()).to.have.length(1);
      responses[2]?.end('{}');
      client.send(GET.repeat(2));
      expect(await client.closed()).to.deep.equal([]);
      expect(responses).to.have.length(33);
    });

    it('to 32 requests after an error', async () => {
      const { client, accepted } = await servers.startWithClient({}, { closes: false });
      client.send(WITHOUT_HOST);
      expectResponses(await client.next(), [400]);
      const closed = waitFor(accepted, 'close');
      client.send(GET.repeat(32));
      await closed;
    });
  });
});

/**
 * Waits until the server has closed a connection, and says whether that is in time: these
 * milliseconds after this call, or later.
 */
async function closedAfter(milliseconds: number, accepted: Socket): Promise<string> {
  let isOver = false;
  // Node calls back timers in the order of their ends, however late it is: this one before those
  // that the server starts later.
  setTimeout(() => {
    isOver = true;
  }, milliseconds);
  await waitFor(accepted, 'close');
  return isOver ? 'in time' : 'too early';
}

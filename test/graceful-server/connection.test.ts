import type { RequestListener, ServerResponse } from 'node:http';
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
  GET,
  GET_LIST,
  get,
  MALFORMED,
  WITHOUT_HOST,
} from '../support/raw-http.ts';
import { until } from '../support/with-timeout.ts';

const CHUNKED_POST = get('/', 'Transfer-Encoding: chunked').replace('GET', 'POST');
const BAD_CHUNK = 'zz\r\n';
const UNFINISHED_POST = get('/', 'Content-Length: 4').replace('GET', 'POST');
const UPGRADE = get('/api/products/2', 'Upgrade: h2c');

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
    limits: { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 },
  },
  { what: 'Upgrade', sent: UPGRADE + GET, next: GET, statuses: [200] },
  {
    what: 'half a head that is not finished in headersTimeout',
    sent: GET + GET.slice(0, -2),
    statuses: [200, 408],
    limits: { headersTimeout: 50, connectionsCheckingInterval: 20 },
  },
];

describe('a connection', () => {
  const servers = new Servers();

  /** Starts a server on which a client waits for responses, which the test sends. */
  async function startWithHandler(setup: Setup = {}) {
    const responses: ServerResponse[] = [];
    const handle: RequestListener = (_request, response) => responses.push(response);
    return { ...(await servers.startWithClient({ ...setup, handle })), responses };
  }

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
        it(`answers [${expected}] to ${what}${isLater ? ', if it answers later' : ''}`, async () => {
          const { client } = await servers.startWithClient({ handle, ...(limits && { limits }) });
          client.send(sent);
          const responses = [...(await client.next())];
          if (next !== undefined) client.send(next);
          responses.push(...(await client.closed()));
          expectResponses(responses, expected);
        });
      }
    }

    it('sends an error after the last of the pending responses, and handles no request behind it', async () => {
      const { client, responses } = await startWithHandler();
      client.send(GET + GET + WITHOUT_HOST + GET);
      await until(() => responses.length === 2);
      responses[0]?.end('{}');
      expect(await client.next()).to.have.length(1);
      responses[1]?.end('{}');
      expect((await client.closed()).map(({ status }) => status)).to.deep.equal([200, 400]);
      expect(responses).to.have.length(2);
    });

    it('writes no error into a response that has been begun, but ends after it', async () => {
      const { client, responses } = await startWithHandler();
      client.send(CHUNKED_POST);
      await until(() => responses.length === 1);
      responses[0]?.writeHead(200, { 'Content-Length': 10 }).write('12345');
      client.send(BAD_CHUNK);
      await until(() => responses[0]?.req.socket.listenerCount('error') === 1);
      responses[0]?.end('67890');
      expect(await client.closed()).to.have.nested.property('[0].body', '1234567890');
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
});

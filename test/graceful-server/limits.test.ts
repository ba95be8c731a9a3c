import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { formatErrorResponse } from '../../src/adapters/http/response-format.ts';
import { GracefulServer } from '../../src/graceful-server/graceful-server.ts';
import { defaultLimits } from '../../src/graceful-server/limits.ts';
import { expectResponses } from '../support/contract.ts';
import { largeList } from '../support/large-list.ts';
import { Servers, sendUnread } from '../support/local-server.ts';
import {
  CLOSE,
  CONNECT,
  connectionsOf,
  GET,
  GET_LIST,
  MALFORMED,
  WITHOUT_HOST,
} from '../support/raw-http.ts';
import { until, waitFor } from '../support/with-timeout.ts';

/** How much time and memory one connection may take, and what happens beyond. */
describe('the limits of a connection', () => {
  const servers = new Servers();
  const soon = { connectionsCheckingInterval: 20, headersTimeout: 50 };

  it('fit together by default', () => {
    const limits = defaultLimits;
    expect(limits.connectionsCheckingInterval).to.be.below(limits.headersTimeout);
    expect(limits.headersTimeout).to.be.at.most(limits.requestTimeout);
    expect(limits.stopGrace).to.be.below(limits.stopTimeout);
  });

  it('are passed to Node, which enforces most of them', () => {
    const changed = {
      headersTimeout: 20_000,
      requestTimeout: 40_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 90_000,
      maxHeaderSize: 8_192,
      timeout: 70_000,
    };
    expect(new GracefulServer(() => {}, formatErrorResponse, changed)).to.include(changed);
  });

  it('are the default if they are undefined', () => {
    const changed = { maxHeaderSize: undefined, timeout: undefined, keepAliveTimeout: 90_000 };
    const { maxHeaderSize, timeout } = defaultLimits;
    const expected = { maxHeaderSize, timeout, keepAliveTimeout: 90_000 };
    // The types of a program may allow `undefined`.
    const limits = changed as object;
    expect(new GracefulServer(() => {}, formatErrorResponse, limits)).to.include(expected);
  });

  for (const value of [-1, 0.5, Number.NaN, 1_000_000_001, Number.POSITIVE_INFINITY]) {
    it(`may not be ${value}`, () => {
      for (const name of Object.keys(defaultLimits)) {
        const message = `${name}: expected a whole number from 0 to 1000000000, got ${value}`;
        const create = () => new GracefulServer(() => {}, formatErrorResponse, { [name]: value });
        expect(create).to.throw(RangeError, message);
      }
    });
  }

  it('may be 0 or 1,000,000,000', () => {
    for (const value of [0, 1_000_000_000]) {
      const all = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, value]));
      expect(new GracefulServer(() => {}, formatErrorResponse, all).timeout).to.equal(value);
    }
  });

  for (const [what, sent] of [
    ['half a head', GET.slice(0, -2)],
    ['nothing', ''],
  ] as const) {
    it(`answer 408 to a client that sends ${what} for headersTimeout`, async () => {
      const { client } = await servers.startWithClient({ limits: soon });
      client.send(sent);
      expectResponses(await client.closed(), [408]);
    });
  }

  it('keep a connection without a request open for keepAliveTimeout, and then end it', async () => {
    const { client, accepted } = await servers.startWithClient({
      limits: { keepAliveTimeout: 50 },
    });
    const closed = closedAfter(50, accepted);
    client.send(GET);
    expect(connectionsOf(await client.next())).to.deep.equal(['keep-alive']);
    expect(await closed).to.equal('in time');
    await client.closed();
    expect(client.socket.readableEnded, 'not reset').to.equal(true);
  });

  it('disconnect a client that has read nothing for timeout, and not before', async () => {
    const connected = await servers.startWithClient({
      products: largeList,
      limits: { timeout: 50 },
    });
    const closed = closedAfter(50, connected.accepted);
    await sendUnread(connected, GET_LIST);
    expect(await closed).to.equal('in time');
  });

  it('cut off no client whose bytes have arrived, though the server is too busy to read them', async () => {
    const { client, accepted } = await servers.startWithClient({ limits: { timeout: 50 } });
    client.send(CLOSE.slice(0, 10));
    const sentAt = performance.now();
    // When the server can read, its timer is due, and comes first.
    while (performance.now() < sentAt + 150);
    await until(() => accepted.bytesRead > 0);
    client.send(CLOSE.slice(10));
    expectResponses(await client.closed(), [200]);
  });

  for (const [what, sent] of Object.entries({ CLOSE, CONNECT, MALFORMED })) {
    it(`give a client requestTimeout after ${what} to end its side, and no more`, async () => {
      const limits = { headersTimeout: 1, requestTimeout: 50 };
      const { client, accepted } = await servers.startWithClient({ limits }, { closes: false });
      const closed = closedAfter(50, accepted);
      client.send(sent);
      expect(await closed).to.equal('in time');
      expect(await client.next()).to.have.length(1);
    });
  }

  it('give a client as long as it likes to end its side if requestTimeout is 0', async () => {
    const limits = { requestTimeout: 0 };
    const { client, accepted } = await servers.startWithClient({ limits }, { closes: false });
    client.send(CLOSE);
    await waitFor(client.socket, 'end');
    // A timer of the server would be called back before this one.
    await sleep(1);
    expect(accepted.destroyed).to.equal(false);
  });

  it('allow 32 pending requests on a connection, and destroy it at the next', async () => {
    const { client, connect } = await servers.startWithClient();
    client.send(GET.repeat(31) + CLOSE);
    expectResponses(await client.closed(), Array<number>(32).fill(200));
    const { client: eager } = await connect();
    eager.send(GET.repeat(33));
    expect(await eager.closed()).to.deep.equal([]);
  });

  it('count a request as pending until its response is complete', async () => {
    const responses: ServerResponse[] = [];
    const { client } = await servers.startWithClient({
      limits: { maxPipelinedRequests: 2 },
      handle: (_request, response) => responses.push(response),
    });
    client.send(GET.repeat(2));
    await until(() => responses.length === 2);
    responses[0]?.end('{}');
    expect(await client.next()).to.have.length(1);
    client.send(GET.repeat(2));
    expect(await client.closed()).to.deep.equal([]);
    expect(responses).to.have.length(3);
  });

  it('destroy a connection on which requests go on after an error', async () => {
    const limits = { maxPipelinedRequests: 10 };
    const { client, accepted } = await servers.startWithClient({ limits }, { closes: false });
    client.send(WITHOUT_HOST);
    expectResponses(await client.next(), [400]);
    const closed = waitFor(accepted, 'close');
    client.send(GET.repeat(10));
    await closed;
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

import { expect } from 'chai';
import { formatError } from '../../src/adapters/http/response-format.ts';
import { createGracefulServer } from '../../src/http-server/graceful-server.ts';
import { defaultLimits } from '../../src/http-server/limits.ts';
import { expectResponses } from '../support/contract.ts';
import { largeList } from '../support/large-list.ts';
import { Servers, sendUnread } from '../support/local-server.ts';
import { CLOSE, CONNECT, GET, GET_LIST, get, MALFORMED } from '../support/raw-http.ts';
import { once } from '../support/with-timeout.ts';

/** How much time and memory one connection may take, and what happens beyond. */
describe('the limits of a connection', () => {
  const servers = new Servers();
  const soon = { connectionsCheckingInterval: 20, headersTimeout: 50 };

  it('fit together by default', () => {
    const limits = defaultLimits;
    expect(limits.connectionsCheckingInterval).to.be.below(limits.headersTimeout);
    expect(limits.headersTimeout).to.be.at.most(limits.requestTimeout);
    expect(limits.lingerTimeout).to.be.at.least(limits.requestTimeout);
    expect(limits.stopGrace).to.be.below(limits.stopTimeout);
  });

  it('are given to Node by default', () => {
    const { server } = createGracefulServer(() => {}, formatError);
    expect(server).to.include({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 75_000,
      maxHeaderSize: 16_384,
      timeout: 60_000,
    });
  });

  for (const [what, sent] of [
    ['half a head', GET.slice(0, -2)],
    ['nothing', ''],
  ] as const) {
    it(`answer 408 to a client that sends ${what} for headersTimeout`, async () => {
      const { client } = await servers.connect({ limits: soon });
      client.send(sent);
      expectResponses(await client.closed(), [408]);
    });
  }

  it('answer 408 to a client that does not send the whole body within requestTimeout', async () => {
    const { client } = await servers.connect({ limits: { ...soon, requestTimeout: 50 } });
    // Without the four bytes of its body.
    client.send(get('/', 'Content-Length: 4').replace('GET', 'POST'));
    expectResponses(await client.closed(), [404, 408]);
  });

  it('close a connection without a request for keepAliveTimeout', async () => {
    const { client } = await servers.connect({ limits: { keepAliveTimeout: 50 } });
    client.send(GET);
    expectResponses(await client.closed(), [200]);
  });

  it('disconnect a client that does not read its response for timeout', async () => {
    const connected = await servers.connect({ products: largeList, limits: { timeout: 50 } });
    const closed = once(connected.accepted, 'close');
    await sendUnread(connected, GET_LIST);
    await closed;
  });

  for (const [what, sent] of Object.entries({ CLOSE, CONNECT, MALFORMED })) {
    it(`destroy a connection whose client does not end it, lingerTimeout after ${what}`, async () => {
      const limits = { lingerTimeout: 50 };
      const { client, accepted } = await servers.connect({ limits }, { closes: false });
      const closed = once(accepted, 'close');
      client.send(sent);
      await closed;
      expect(await client.next()).to.have.length(1);
    });
  }

  it('allow ten pending requests on a connection, and destroy it at the eleventh', async () => {
    const { client, connect } = await servers.connect();
    client.send(GET.repeat(9) + CLOSE);
    expectResponses(await client.closed(), Array<number>(10).fill(200));
    const { client: eager } = await connect();
    eager.send(GET.repeat(11));
    expect(await eager.closed()).to.deep.equal([]);
  });
});

import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { endAndLinger } from '../../../../src/adapters/http/server/linger.ts';
import { countTimers } from '../../../support/count-timers.ts';
import { largeList } from '../../../support/large-list.ts';
import { type LocalServer, NEVER, startServer } from '../../../support/local-server.ts';
import { get } from '../../../support/raw-http.ts';

const CLOSE = get('/api/products/2', 'Connection: close');

/** A client gets its last response, whatever it still sends; and no connection stays open for that. */
describe('endAndLinger', () => {
  let server: LocalServer;
  afterEach(() => server.stop());

  it('closes a connection whose client does not close its side within lingerTimeout', async () => {
    server = await startServer({ lingerTimeout: 50 });
    const { client, accepted } = await server.connect({ closes: false });
    const closed = once(accepted, 'close');
    client.send(CLOSE);
    await closed;
    client.socket.destroy();
  });

  for (const [what, sent] of [
    ['its last response', CLOSE],
    ['a refusal', 'malformed\r\n\r\n'],
  ] as const) {
    it(`reads on after ${what}, as closing with unread data could lose it`, async () => {
      server = await startServer({ lingerTimeout: NEVER });
      const { client } = await server.connect({ closes: false });
      client.send(sent);
      await once(client.socket, 'end');
      // To the parser, what follows is an error. It reports it only if it was read.
      const read = once(server.server, 'clientError');
      client.socket.end(CLOSE);
      await read;
    });
  }

  it('sends a refusal that a client can read while it is still sending', async () => {
    server = await startServer();
    const { client } = await server.connect();
    client.send(get('/', `X: ${'x'.repeat(20_000)}`));
    const responses = client.responses(1);
    let isRefused = false;
    responses.finally(() => {
      isRefused = true;
    });
    while (!isRefused) {
      if (!client.socket.writableNeedDrain) client.send('x'.repeat(100_000));
      await setImmediate();
    }
    expect((await responses).map(({ status }) => status)).to.deep.equal([431]);
    client.socket.destroy();
  });

  it('closes a connection as soon as the client does, though it had stopped reading from it', async () => {
    server = await startServer({ lingerTimeout: NEVER }, largeList);
    const { client, accepted } = await server.connect();
    const closed = once(accepted, 'close');
    client.socket.pause();
    client.send(`${get('/api/products')}malformed\r\n\r\n`);
    await once(accepted, 'pause');
    client.socket.resume();
    expect((await client.closed()).map(({ status }) => status)).to.deep.equal([200, 400]);
    await closed;
  });

  it('starts no timer for a connection that has closed', async () => {
    server = await startServer();
    const { client, accepted } = await server.connect();
    client.socket.destroy();
    await once(accepted, 'close');
    const before = countTimers();
    endAndLinger(accepted, NEVER);
    expect(countTimers()).to.equal(before);
  });
});

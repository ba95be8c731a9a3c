import { expect } from 'chai';
import { expectResponses } from '../support/contract.ts';
import { countTimers } from '../support/count-timers.ts';
import { largeList } from '../support/large-list.ts';
import { NEVER, Servers } from '../support/local-server.ts';
import { CLOSE, CONNECT, GET_LIST, get, MALFORMED } from '../support/raw-http.ts';
import { once } from '../support/with-timeout.ts';

/** A client gets its last response, whatever it still sends; and no connection stays open for that. */
describe('Connection', () => {
  const servers = new Servers();

  for (const [what, sent] of Object.entries({ CLOSE, CONNECT })) {
    it(`closes a connection whose client does not close its side, lingerTimeout after ${what}`, async () => {
      // The first server is there to close its connection first if that took any other time.
      const limits = [{ lingerTimeout: NEVER, stopGrace: 50 }, { lingerTimeout: 50 }];
      const closings: Promise<object>[] = [];
      for (const each of limits) {
        const { client, accepted } = await servers.connect({ limits: each }, { closes: false });
        closings.push(once(accepted, 'close').then(() => each));
        client.send(sent);
        await once(client.socket, 'end');
      }
      expect(await Promise.race(closings)).to.equal(limits[1]);
    });
  }

  it('stays open longer than that for a client that goes on sending, but not longer than requestTimeout', async () => {
    // Long enough that the next byte comes before, even on a slow machine.
    const limits = { lingerTimeout: 500 };
    const sending = await servers.connect({ limits }, { closes: false });
    sending.client.send(CLOSE);
    sending.client.keepSending('x', sending.accepted);
    await once(sending.client.socket, 'end');
    const silent = await servers.connect({ limits }, { closes: false });
    silent.client.send(CLOSE);
    await once(silent.accepted, 'close');
    expect(sending.accepted.destroyed).to.equal(false);

    const late = await servers.connect({ limits: { requestTimeout: 50 } }, { closes: false });
    late.client.send(CLOSE);
    await late.client.keepSending('x', late.accepted);
  });

  it('sends a 400 to a client that goes on sending after a malformed request, and then reads', async () => {
    // If the server did not read on, it would reset the connection after this time: EPIPE instead of a 400.
    const { client } = await servers.connect({ limits: { lingerTimeout: 10_000 } });
    client.socket.pause();
    client.send(MALFORMED + 'x'.repeat(20_000_000));
    client.socket.once('drain', () => client.socket.resume());
    expectResponses(await client.closed(), [400]);
  });

  it('reads and discards a CONNECT that follows the last response', async () => {
    const { client, accepted } = await servers.connect({}, { closes: false });
    client.send(get('/', 'Expect: x'));
    await once(client.socket, 'end');
    await client.sendRead(`${CONNECT}x`, accepted);
    client.socket.end('x');
    await once(accepted, 'close');
  });

  it('closes a connection as soon as the client does, though it had stopped reading from it', async () => {
    const { client, accepted } = await servers.connect({ products: largeList });
    const closed = once(accepted, 'close');
    client.socket.pause();
    client.send(`${GET_LIST}${MALFORMED}`);
    await once(accepted, 'pause');
    client.socket.resume();
    expectResponses(await client.closed(), [200, 400]);
    await closed;
  });

  it('starts no timer for a connection that has closed', async () => {
    const { client, accepted } = await servers.connect();
    client.socket.destroy();
    await once(accepted, 'close');
    const before = countTimers();
    accepted.destroySoon();
    expect(countTimers()).to.equal(before);
  });
});

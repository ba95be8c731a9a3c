import { expect } from 'chai';
import { endAndLinger } from '../../../../src/adapters/http/server/linger.ts';
import { expectResponses } from '../../../support/contract.ts';
import { countTimers } from '../../../support/count-timers.ts';
import { once } from '../../../support/in-time.ts';
import { largeList } from '../../../support/large-list.ts';
import { NEVER, Servers } from '../../../support/local-server.ts';
import { CLOSE, GET_LIST, MALFORMED } from '../../../support/raw-http.ts';

/** A client gets its last response, whatever it still sends; and no connection stays open for that. */
describe('endAndLinger', () => {
  const servers = new Servers();

  it('closes a connection whose client does not close its side within lingerTimeout', async () => {
    const setup = { limits: { lingerTimeout: 50 } };
    const { client, accepted } = await servers.connect(setup, { closes: false });
    client.send(CLOSE);
    await once(accepted, 'close');
  });

  it('reads on after a refusal, as closing with unread data could lose it', async () => {
    const { client, server } = await servers.connect({}, { closes: false });
    client.send(MALFORMED);
    await once(client.socket, 'end');
    // To the parser, what follows is an error. It reports it only if it was read.
    const read = once(server, 'clientError');
    client.socket.end(CLOSE);
    await read;
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
    endAndLinger(accepted, NEVER);
    expect(countTimers()).to.equal(before);
  });
});

import { connect, createServer } from 'node:net';
import { expect } from 'chai';
import { drainAcceptQueue } from '../../src/graceful-server/accept-queue.ts';
import { portOf } from '../support/local-server.ts';
import { waitFor, withTimeout } from '../support/with-timeout.ts';

/** The tests of `stop` show who is accepted, and for how long at most. */
describe('drainAcceptQueue', () => {
  it('resolves when it has accepted the only client, though there is no timeout', async () => {
    const server = createServer();
    await waitFor(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect(portOf(server), '127.0.0.1');
    const accepted = drainAcceptQueue(server, Number.POSITIVE_INFINITY);
    await withTimeout(accepted, () => 'the end of the queue').finally(() => server.close());
    expect(server.listenerCount('connection')).to.equal(0);
    client.destroy();
  });
});

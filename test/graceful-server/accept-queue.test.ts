import { connect, createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { drainAcceptQueue } from '../../src/graceful-server/accept-queue.ts';
import { connectWithoutEnd, portOf } from '../support/local-server.ts';
import { waitFor, withTimeout } from '../support/with-timeout.ts';

/** It ends when the queue is empty, or the time is over. The tests of `stop` show who is accepted. */
describe('drainAcceptQueue', () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer();
    await waitFor(server.listen(0, '127.0.0.1'), 'listening');
    port = portOf(server);
  });
  afterEach(() => {
    server.close();
  });

  it('resolves after its timeout though clients connect without end', async () => {
    connectWithoutEnd(server, port);
    await waitFor(server, 'connection');
    await withTimeout(drainAcceptQueue(server, 50), () => 'the timeout');
  });

  it('resolves when it has accepted the only client, though there is no timeout', async () => {
    const client = connect(port, '127.0.0.1');
    const accepted = drainAcceptQueue(server, Number.POSITIVE_INFINITY);
    await withTimeout(accepted, () => 'the end of the queue');
    expect(server.listenerCount('connection')).to.equal(0);
    client.destroy();
  });
});

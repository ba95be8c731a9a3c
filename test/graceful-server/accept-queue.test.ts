import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { drainAcceptQueue } from '../../src/graceful-server/accept-queue.ts';
import { connectWithoutEnd } from '../support/local-server.ts';
import { waitFor, withTimeout } from '../support/with-timeout.ts';

/** It ends when the queue is empty, or the time is over. The tests of `stop` show who is accepted. */
describe('drainAcceptQueue', () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer();
    await waitFor(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.close();
  });

  it('resolves after its timeout though clients connect without end', async () => {
    connectWithoutEnd(server, port);
    await waitFor(server, 'connection');
    await withTimeout(drainAcceptQueue(server, new Map(), 50), () => 'the timeout');
  });

  it('resolves when it has accepted the only client, though there is no timeout', async () => {
    const client = connect(port, '127.0.0.1');
    const accepted = drainAcceptQueue(server, new Map(), Number.POSITIVE_INFINITY);
    await withTimeout(accepted, () => 'the end of the queue');
    client.destroy();
  });
});

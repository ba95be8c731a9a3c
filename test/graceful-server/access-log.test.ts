import { expect } from 'chai';
import type { AccessLogEntry } from '../../src/graceful-server/access-log.ts';
import { largeList } from '../support/large-list.ts';
import { Servers, sendUnread } from '../support/local-server.ts';
import { CLOSE, CONNECT, exchange, GET, GET_LIST, get, MALFORMED } from '../support/raw-http.ts';
import { waitFor } from '../support/with-timeout.ts';

/** Each response is reported once, whether it was sent or not. */
describe('onResponse', () => {
  const servers = new Servers();
  let entries: AccessLogEntry[] = [];
  const onResponse = (entry: AccessLogEntry) => entries.push(entry);
  beforeEach(() => {
    entries = [];
  });

  const rows: [to: string, sent: string, entry: object][] = [
    ['a request', CLOSE, { method: 'GET', target: '/api/products/2', status: 200 }],
    // The target is not reported, so nobody can forge a line of the log, or control a terminal.
    ['a malformed request', get('/\x1b[2J'), { method: undefined, target: undefined, status: 400 }],
    ['CONNECT', CONNECT, { method: 'CONNECT', target: 'a:443', status: 404 }],
  ];
  for (const [to, sent, entry] of rows) {
    it(`reports the response to ${to}`, async () => {
      const { port, stop } = await servers.start({ onResponse });
      const sentAt = performance.now();
      await exchange(port, sent);
      await stop();
      expect(entries).to.have.length(1);
      expect(entries[0]).to.include({ ...entry, isAborted: false });
      if (sent === CLOSE) {
        expect(entries[0]?.milliseconds).to.be.within(0, performance.now() - sentAt);
      }
    });
  }

  it('reports a response that the client did not read to its end as aborted', async () => {
    const connected = await servers.startWithClient({ products: largeList, onResponse });
    await sendUnread(connected, GET_LIST);
    await waitFor(connected.client.socket, 'readable');
    connected.client.socket.resetAndDestroy();
    await connected.stop();
    expect(entries).to.have.length(1);
    expect(entries[0]).to.include({ target: '/api/products', status: 200, isAborted: true });
  });

  it('reports an error that cannot be sent any more as aborted', async () => {
    const { client, accepted, server, stop } = await servers.startWithClient({ onResponse });
    // The client does not read, and the error waits behind what fills the buffers of the system.
    client.socket.pause();
    accepted.write(Buffer.alloc(10_000_000));
    const failed = waitFor(server, 'clientError');
    client.send(MALFORMED);
    await failed;
    client.socket.resetAndDestroy();
    await stop();
    expect(entries).to.have.length(1);
    expect(entries[0]).to.include({ status: 404, isAborted: true });
  });

  it('reports a request without a response if the client has gone before', async () => {
    const connected = await servers.startWithClient({ handle() {}, onResponse });
    await sendUnread(connected, GET);
    connected.client.socket.resetAndDestroy();
    await connected.stop();
    expect(entries).to.have.length(1);
    expect(entries[0]).to.include({
      target: '/api/products/2',
      status: undefined,
      isAborted: true,
    });
  });
});

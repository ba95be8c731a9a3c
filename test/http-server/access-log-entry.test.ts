import { expect } from 'chai';
import type { AccessLogEntry } from '../../src/http-server/access-log-entry.ts';
import { expectResponses } from '../support/contract.ts';
import { largeList } from '../support/large-list.ts';
import { Servers, sendUnread } from '../support/local-server.ts';
import { CONNECT, exchange, GET, GET_LIST, get, MALFORMED, POST } from '../support/raw-http.ts';
import { uncaughtIn } from '../support/uncaught-in.ts';
import { once } from '../support/with-timeout.ts';

const UPGRADE = get('/', 'Connection: Upgrade', 'Upgrade: h2c');

/** `onResponse` is told of each response and refusal, sent or not, once. */
describe('onResponse', () => {
  const servers = new Servers();
  let entries: AccessLogEntry[] = [];
  const onResponse = (entry: AccessLogEntry) => entries.push(entry);
  beforeEach(() => {
    entries = [];
  });

  function reported(): string {
    const reports = entries.map(({ method, target, status, isCutOff }) => {
      return `${method} ${target} ${status}${isCutOff ? ', cut off' : ''}`;
    });
    return reports.join('; ');
  }

  const rows: [to: string, sent: string, reports: string][] = [
    // So that nobody can forge a line of the log, or control a terminal.
    ['a target with an escape character', get('/\x1b[2J'), 'undefined undefined 400'],
    ['malformed chunks', `${get('/', 'Transfer-Encoding: chunked')}zz\r\n`, 'GET / 400'],
    ['CONNECT', CONNECT, 'CONNECT a:443 404'],
    ['Expect, but not what follows it', get('/', 'Expect: x') + GET + UPGRADE, 'GET / 404'],
    [
      'pipelined requests and a malformed one, in order',
      `${GET}${get('/2').replace('GET', 'DELETE')}${MALFORMED}`,
      'GET /api/products/2 200; DELETE /2 404; undefined undefined 400',
    ],
  ];
  for (const [to, sent, reports] of rows) {
    it(`is reported for ${to}`, async () => {
      const { port, stop } = await servers.start({ onResponse });
      const sentAt = performance.now();
      expect(await exchange(port, sent)).to.have.length(reports.split('; ').length);
      await stop();
      expect(reported()).to.equal(reports);
      for (const { milliseconds = 0 } of entries) {
        expect(milliseconds).to.be.within(0, performance.now() - sentAt);
      }
    });
  }

  it('is not reported for a request that follows HEAD in HTTP/1.0, with which the connection ends', async () => {
    const { client, stop } = await servers.connect({ onResponse }, { closes: false });
    client.send('HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n');
    await once(client.socket, 'end');
    client.socket.end(GET);
    await once(client.socket, 'close');
    await stop();
    expect(reported()).to.equal('HEAD / 404');
  });

  const begun = 'GET /api/products 200, cut off';
  const unanswered = 'GET /api/products/2 undefined, cut off; POST / undefined, cut off';
  it('is reported for each response that a client left unread, begun or not', async () => {
    const connected = await servers.connect({ products: largeList, onResponse });
    await sendUnread(connected, GET_LIST + GET_LIST);
    await once(connected.client.socket, 'readable');
    connected.client.socket.resetAndDestroy();
    await connected.stop();
    const slow = await servers.connect({ handle() {}, onResponse });
    await sendUnread(slow, GET + POST);
    slow.client.socket.resetAndDestroy();
    await slow.stop();
    expect(reported()).to.equal(`${begun}; ${begun}; ${unanswered}`);
  });

  it('is not reported for a refusal that waited behind a response when the client disconnected', async () => {
    const { client, server, stop } = await servers.connect({ products: largeList, onResponse });
    client.socket.pause();
    client.send(GET_LIST + MALFORMED);
    await Promise.all([once(server, 'clientError'), once(client.socket, 'readable')]);
    client.socket.resetAndDestroy();
    await stop();
    expect(reported()).to.equal(begun);
  });

  it('may be reported to a function that throws: a refusal that waits behind the response is sent all the same', async () => {
    const thrown = new Error('onResponse');
    const { port } = await servers.start({
      onResponse() {
        throw thrown;
      },
    });
    const uncaught = await uncaughtIn(async () => {
      expectResponses(await exchange(port, `${GET}${MALFORMED}`), [200, 400]);
    });
    expect(uncaught).to.deep.equal([thrown, thrown]);
  });
});

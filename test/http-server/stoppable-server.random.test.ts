import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expectJson, expectResponses } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { random, seed } from '../support/random.ts';
import { CLOSE, CONNECT, exchange, get, RawClient } from '../support/raw-http.ts';

// No bytes, however they arrive, make the server fail or answer in another form.

const requests = fc.constantFrom(
  get('/api/products'),
  get('http://a/api/products/2?x', 'Accept: */*', 'Connection: keep-alive'),
  'HEAD /api/products/2 HTTP/1.1\r\nHost: a:80\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\nGET / HTTP/',
  'PUT /api/products/2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: u\r\n\r\n',
  'GET /api/products/0 HTTP/1.0\r\n\r\n',
  get('/', 'Connection: Upgrade', 'Upgrade: websocket'),
  CONNECT,
);
const inserted = fc.oneof(
  fc.constantFrom(
    ...'\r\n\0 :,;/%?#\x7f\xff',
    ...['\r\n', '\r\n\r\n', 'GET ', 'HEAD ', 'Host: b\r\n', 'Content-Length: 5\r\n', '0\r\n\r\n'],
    ...['Transfer-Encoding: chunked\r\n', ' HTTP/1.1', 'HTTP/2.0', '-1', '1e9', 'ffffffffffffffff'],
  ),
  fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array).toString('latin1')),
);
const change = fc.tuple(fc.nat(), fc.nat({ max: 6 }), inserted);
/** Requests, with some of their bytes removed, replaced or preceded by others. */
const stream = fc
  .tuple(fc.array(requests, { maxLength: 5 }), fc.array(change, { maxLength: 6 }))
  .map(([parts, changes]) =>
    changes.reduce<string>((sent, [where, removed, bytes]) => {
      const at = where % (sent.length + 1);
      return sent.slice(0, at) + bytes + sent.slice(at + removed);
    }, parts.join('')),
  );
/** The lengths of the first pieces in which a stream is sent. */
const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 4 });

describe('createStoppableServer, with arbitrary bytes', () => {
  const servers = new Servers();

  it(`answers in well-formed HTTP and JSON, and continues to serve (RANDOM_SEED=${seed})`, async () => {
    const { port } = await servers.start();
    await fc.assert(
      fc.asyncProperty(stream, cuts, async (sent, lengths) => {
        const client = new RawClient(port);
        client.socket.setNoDelay(true);
        let rest = sent;
        for (const length of lengths) {
          client.send(rest.slice(0, length));
          rest = rest.slice(length);
          await setImmediate();
        }
        client.send(rest);
        client.socket.end();
        for (const response of await client.closed()) {
          // An answer without Content-Length is an answer to HEAD.
          expectJson(response, response.fields.has('content-length') ? 'GET' : 'HEAD');
        }
        expectResponses(await exchange(port, CLOSE), [200]);
      }),
      { numRuns: 200, ...random },
    );
  });
});

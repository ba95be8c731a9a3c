import fc from 'fast-check';
import { expectJson, expectResponses } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { random, seed } from '../support/random.ts';
import { CLOSE, CONNECT, exchange, get, POST, RawClient } from '../support/raw-http.ts';

const requests = fc.constantFrom(
  get('/api/products'),
  get('http://a/api/products/2?x', 'Accept: */*', 'Connection: keep-alive'),
  'HEAD /api/products/2 HTTP/1.1\r\nHost: a:80\r\n\r\n',
  POST.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\nGET '),
  get('/', 'Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: u'),
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

// No bytes make the server fail or answer in another form.
describe('createStoppableServer, with arbitrary bytes', () => {
  const servers = new Servers();

  it(`answers in well-formed HTTP and JSON, and continues to serve (RANDOM_SEED=${seed})`, async () => {
    const { port } = await servers.start();
    await fc.assert(
      fc.asyncProperty(stream, async (sent) => {
        const client = new RawClient(port);
        client.send(sent);
        client.socket.end();
        for (const response of await client.closed()) {
          // An answer without Content-Length is an answer to HEAD.
          expectJson(response, response.headers.has('content-length') ? 'GET' : 'HEAD');
        }
        expectResponses(await exchange(port, CLOSE), [200]);
      }),
      { numRuns: 50, ...random },
    );
  });
});

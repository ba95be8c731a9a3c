import { expectResponses } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { exchange } from '../support/raw-http.ts';

const CHUNKED = 'Transfer-Encoding: chunked';

/** The rules for version, Host and Transfer-Encoding, behind Node's parser, which knows a part of them. */
describe('isWellFormed', () => {
  const servers = new Servers();

  const validHosts = [
    ...['a', 'a:', 'a:80', 'A-b_c.example:65535', '127.0.0.1:3000', '[::1]', '[::ffff:1.2.3.4]:80'],
    ...['[2001:DB8::1]', '%41', "a!$&'()*+;=~"],
  ];
  const invalidHosts = [
    ...['', 'user@a', 'a/path', 'a.example,b.example', 'a b', 'a\tb', 'a?b', 'a#b', '"a"'],
    ...['a%zz', 'a%4', 'a%4g', '%', 'caf\xe9', 'http://a', ':80', 'a:http', 'a:80:80', 'a:65536'],
    ...['a:-1', '[::1', '[::1]x', '[1.2.3.4]', '[:::]'],
  ];
  const codings = [
    ...['gzip', 'gzip, chunked', 'chunked, gzip', 'chunked, chunked', 'identity', 'xchunked', ''],
    'chunked;q=1',
  ];
  const requests: [status: number, version: string, ...fields: string[]][] = [
    ...validHosts.map((host): [number, string, string] => [200, '1.1', `Host: ${host}`]),
    ...invalidHosts.map((host): [number, string, string] => [400, '1.1', `Host: ${host}`]),
    [200, '1.1', 'hOsT: a', 'X: host', 'From: b'],
    [200, '1.0'],
    [200, '1.0', 'Host: a'],
    [400, '1.1'],
    [400, '0.9', 'Host: a'],
    [400, '2.0', 'Host: a'],
    [400, '1.1', 'Host: a', 'hOST: a'],
    [400, '1.0', 'Host: a', 'Host: a'],
    [400, '1.1', 'Host: a', ...Array<string>(5000).fill('a:'), 'Host: b'],
    ...codings.map((coding): [number, string, string, string] => {
      return [400, '1.1', 'Host: a', `Transfer-Encoding: ${coding}`];
    }),
    [200, '1.1', 'Host: a', CHUNKED],
    [200, '1.1', 'Host: a', CHUNKED.toUpperCase()],
    [400, '1.0', 'Host: a', CHUNKED],
    [400, '1.1', 'Host: a', 'Content-Length: 3', CHUNKED],
  ];
  for (const [status, version, ...fields] of requests) {
    const name = JSON.stringify(fields).slice(0, 100);
    it(`answers ${status} to HTTP/${version} with ${name}`, async () => {
      const { port } = await servers.start();
      const head = [`GET /api/products/2 HTTP/${version}`, 'Connection: close', ...fields, '\r\n'];
      const body = fields.some((field) => /chunked/i.test(field)) ? '0\r\n\r\n' : '';
      expectResponses(await exchange(port, head.join('\r\n') + body), [status]);
    });
  }
});

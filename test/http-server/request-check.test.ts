import { expect } from 'chai';
import { expectResponses } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';

const CHUNKED = 'Transfer-Encoding: chunked';

type Row = [status: number, version: string, ...fields: string[]];

function withHosts(status: number, hosts: string): Row[] {
  return hosts.split(' ').map((host) => [status, '1.1', `Host: ${host}`]);
}

/** The rules for version, Host and Transfer-Encoding, behind Node's parser, which knows a part of them. */
describe('isWellFormed', () => {
  const servers = new Servers();

  const rows: Row[] = [
    ...withHosts(200, "a: A-b_c.example:65535 [::ffff:1.2.3.4]:80 [2001:DB8::1] %41 a!$&'()*+;=~"),
    ...withHosts(400, 'user@a a,b caf\xe9 a%4g % :80 a:http a:65536 [::1]x [1.2.3.4] [:::]'),
    [400, '1.1', 'Host: '],
    [400, '1.1', 'Host: a', 'Transfer-Encoding: gzip, chunked'],
    [400, '1.1', 'Host: a', 'Transfer-Encoding: '],
    [200, '1.0'],
    [400, '1.1'],
    [400, '0.9', 'Host: a'],
    [400, '2.0', 'Host: a'],
    [400, '1.0', 'Host: a', 'hOST: a'],
    [400, '1.1', 'Host: a', ...Array<string>(5000).fill('a:'), 'Host: b'],
    [200, '1.1', 'Host: a', CHUNKED.toUpperCase()],
    [400, '1.0', 'Host: a', CHUNKED],
    [400, '1.1', 'Host: a', 'Content-Length: 3', CHUNKED],
  ];
  for (const [status, version, ...fields] of rows) {
    const name = JSON.stringify(fields).slice(0, 100);
    it(`answers ${status} to HTTP/${version} with ${name}`, async () => {
      const { client } = await servers.connect();
      const head = [`GET /api/products/2 HTTP/${version}`, 'Connection: close', ...fields, '\r\n'];
      const body = fields.some((field) => /chunked/i.test(field)) ? '0\r\n\r\n' : '';
      client.send(head.join('\r\n') + body);
      expectResponses(await client.next(), [status]);
      expect(await client.closed()).to.deep.equal([]);
    });
  }
});

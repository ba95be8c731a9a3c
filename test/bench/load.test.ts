import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { check } from '../../bench/load.ts';

describe('check', () => {
  let server: Server;
  afterEach(() => server.close());

  /** Checks an answer against 200 `{"name":"é"}`; gives its length, or what is wrong. */
  async function checked(status: number, body: string): Promise<unknown> {
    server = createServer((_request, response) => {
      response.sendDate = false;
      response.writeHead(status, { 'Content-Length': Buffer.byteLength(body) }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const right = { target: '/api/products/1', body: { name: 'é' } };
    return check(port, right).catch((error: Error) => error.message);
  }

  it('takes the right answer however it is written, and counts the bytes of head and body', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 16\r\nConnection: keep-alive\r\n\r\n';
    const keepAlive = 'Keep-Alive: timeout=5\r\n';
    expect(await checked(200, '{ "name": "é" }')).to.equal(head.length + keepAlive.length + 16);
  });

  const wrong = [
    ['another status', 404, '{"name":"é"}'],
    ['another body', 200, '{"name":"e"}'],
    ['a field more', 200, '{"name":"é","id":1}'],
    ['a body cut short', 200, '{"name":"'],
  ] as const;
  for (const [name, status, body] of wrong) {
    it(`refuses ${name}`, async () => {
      expect(await checked(status, body)).to.be.a('string');
    });
  }
});

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { type Answer, ask } from '../../bench/ask.ts';

describe('ask', () => {
  let server: Server;
  afterEach(() => server.close());

  /** Asks a server that answers with `pieces`, each a packet of its own, and ends the connection. */
  async function answeredWith(...pieces: string[]): Promise<Answer> {
    server = createServer({ noDelay: true }, async (socket) => {
      await once(socket, 'data');
      for (const piece of pieces) {
        await new Promise((written) => socket.write(piece, written));
      }
      socket.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return ask((server.address() as AddressInfo).port, '/');
  }

  it('reads an answer in pieces, and counts octets where characters are fewer', async () => {
    const answer = await answeredWith(
      'HTTP/1.1 404 Not Found\r\ncontent-le',
      'ngth: 4\r\n\r\n',
      '"é',
      '"',
    );
    expect(answer).to.deep.equal({ status: 404, body: 'é', octets: 49 });
  });

  const failures = [
    ['an answer cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n12', 'closed before'],
    ['no answer', '', 'closed before'],
    ['an answer of no stated length', 'HTTP/1.1 200 OK\r\n\r\n1', 'without Content-Length'],
  ] as const;
  for (const [name, text, reason] of failures) {
    it(`fails on ${name}`, async () => {
      const outcome = await answeredWith(text).catch((error: unknown) => error);
      expect(outcome).to.be.an('error').with.property('message').that.contains(reason);
    });
  }
});

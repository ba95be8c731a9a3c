import { createServer } from 'node:http';
import { expect } from 'chai';
import { type ListenAddress, ListenError, listen } from '../../src/cli/listen.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const inUse = 'stop the program that listens there, or choose another with --port';
const noHost = 'no such host "a": expected a name or an address, without scheme and port';

/** Where a server listens is told as a URL that works, and why it cannot with what to do. */
describe('listen', () => {
  const folder = new TemporaryFolder();

  for (const [code, message] of [
    ['EADDRINUSE', `port 80 is in use: ${inUse}`],
    ['EACCES', 'port 80 is not permitted: choose another with --port'],
    ['ENOTFOUND', noHost],
    ['EAI_AGAIN', noHost],
    ['EADDRNOTAVAIL', 'this machine has no address "a"'],
  ] as const) {
    it(`says what ${code} means`, async () => {
      const server = createServer();
      const cause = Object.assign(new Error('words of the system'), { code });
      server.listen = () => {
        process.nextTick(() => server.emit('error', cause));
        return server;
      };
      const error = await listen(server, { port: 80, host: 'a' }).catch((error) => error);
      expect(error).to.be.instanceOf(ListenError);
      expect(error).to.include({ name: 'ListenError', message, cause });
    });
  }

  it('refuses a socket that is not one of TCP, such as a Unix domain socket', async () => {
    const server = createServer();
    const address: object = { path: folder.path('socket') };
    const error = await listen(server, address as ListenAddress).catch((error) => error);
    server.close();
    const words = "not a TCP socket; check host and port, or the supervisor's socket";
    expect(error).to.have.property('message', `cannot listen: ${words}`);
  });

  for (const [host, name] of [
    ['', 'localhost'],
    ['0.0.0.0', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
  ] as const) {
    it(`gives the URL for the host "${host}"`, async () => {
      const server = createServer();
      const url = await listen(server, { port: 0, host });
      server.close();
      expect(url.replace(/\d+$/, 'port')).to.equal(`http://${name}:port`);
    });
  }
});

import { createServer } from 'node:http';
import { expect } from 'chai';
import { type ListenAddress, ListenError, listen } from '../../src/cli/listen.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const inUse = 'port 80 is in use: stop the program that listens there, or try';
const hosts = 'leave out --host to listen on all interfaces';
const npm = { npm_lifecycle_event: 'start' };

/** Where a server listens is told as a URL that works, and why it cannot with what to do. */
describe('listen', () => {
  const folder = new TemporaryFolder();

  for (const [code, message, hostSetting, env] of [
    ['EADDRINUSE', `${inUse} --port 81`],
    ['EADDRINUSE', `${inUse} npm start -- --port 81`, '--host', npm],
    ['EACCES', 'port 80 is not permitted: try --port 8080'],
    ['EACCES', 'port 80 is not permitted: try npm start -- --port 8080', '--host', npm],
    ['ENOTFOUND', `--host: no such host "a"; ${hosts}`],
    ['EAI_AGAIN', 'HOST: no such host "a"; unset HOST to listen on all interfaces', 'HOST'],
    ['EADDRNOTAVAIL', `--host: this machine has no address "a"; ${hosts}`],
  ] as const) {
    it(`says what ${code} means: ${message}`, async () => {
      const server = createServer();
      const cause = Object.assign(new Error('words of the system'), { code });
      server.listen = () => {
        process.nextTick(() => server.emit('error', cause));
        return server;
      };
      const address = { port: 80, host: 'a', hostSetting: hostSetting ?? '--host' };
      const error = await listen(server, address, env ?? {}).catch((error) => error);
      expect(error).to.be.instanceOf(ListenError);
      expect(error).to.include({ name: 'ListenError', message, cause });
    });
  }

  it('refuses a socket that is not one of TCP, such as a Unix domain socket', async () => {
    const server = createServer();
    const address: object = { path: folder.path('socket') };
    const error = await listen(server, address as ListenAddress, {}).catch((error) => error);
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
      const url = await listen(server, { port: 0, host }, {});
      server.close();
      expect(url.replace(/\d+$/, 'port')).to.equal(`http://${name}:port`);
    });
  }
});

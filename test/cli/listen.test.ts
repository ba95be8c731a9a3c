import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { expect } from 'chai';
import { type ListenAddress, ListenError, listen, networkUrls } from '../../src/cli/listen.ts';
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

  const { networkInterfaces } = os;
  after(() => setInterfaces(networkInterfaces));
  function setInterfaces(value: () => object): void {
    Object.assign(os, { networkInterfaces: value });
    syncBuiltinESMExports();
  }
  const internal = { family: 'IPv4', internal: true, address: '127.0.0.1' };
  const ipv6 = { family: 'IPv6', internal: false, address: '2001:db8::7' };
  const ipv4 = { family: 'IPv4', internal: false, address: '192.0.2.7' };
  const all = { lo: [internal], eth0: [ipv6, ipv4] };
  const both = ['http://localhost:port', 'http://192.0.2.7:port'];

  for (const [host, interfaces, urls] of [
    ['', all, both],
    ['0.0.0.0', all, both],
    ['', { lo: [internal], eth0: [ipv6] }, ['http://localhost:port']],
    ['127.0.0.1', all, ['http://127.0.0.1:port']],
    ['::1', all, ['http://[::1]:port']],
  ] as const) {
    it(`gives for the host "${host}" ${urls.join(' and ')}`, async () => {
      setInterfaces(() => interfaces);
      const server = createServer();
      const actual = [await listen(server, { port: 0, host }, {}), ...networkUrls(server)];
      server.close();
      expect(actual.map((url) => url.replace(/\d+$/, 'port'))).to.deep.equal(urls);
    });
  }
});

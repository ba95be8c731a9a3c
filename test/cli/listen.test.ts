import { closeSync, openSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { type ListenAddress, ListenError, listen } from '../../src/cli/listen.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const addresses = Object.values(networkInterfaces()).flat();
/** Many containers have no IPv6. */
const hasIPv6 = addresses.some((each) => each?.address === '::1');

/** The service says where it listens as a URL that works, and why it cannot. */
describe('listen', () => {
  const folder = new TemporaryFolder();
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  function newServer(handle?: RequestListener): Server {
    const server = createServer(handle);
    servers.push(server);
    return server;
  }

  for (const [host, expected] of [
    [undefined, 'http://localhost:port'],
    ['0.0.0.0', 'http://localhost:port'],
    ['127.0.0.1', 'http://127.0.0.1:port'],
  ]) {
    it(`returns for the host ${host} ${expected}`, async () => {
      const server = newServer();
      const url = await listen(server, { port: 0, ...(host && { host }) });
      expect(url).to.equal(expected?.replace('port', new URL(url).port));
    });
  }

  it('returns an address of IPv6 in brackets, or says that the machine has none', async () => {
    const server = newServer();
    const address = { port: 0, host: '::1' };
    if (hasIPv6) expect(await listen(server, address)).to.match(/^http:\/\/\[::1\]:\d+$/);
    else expect((await errorOf(server, address)).message).to.match(/^cannot listen: .* ::1; see /);
  });

  for (const [host, isThere] of [
    ['127.0.0.1', true],
    ['[::1]', hasIPv6],
  ] as const) {
    it(`${isThere ? 'answers' : 'has no address for'} a client of ${host} by default`, async () => {
      const server = newServer((_request, response) => response.end());
      const url = await listen(server, { port: 0 });
      const answer = fetch(url.replace('localhost', host)).then(({ ok }) => ok);
      expect(await answer.catch(() => false)).to.equal(isThere);
    });
  }

  async function errorOf(server: Server, address: ListenAddress): Promise<Error> {
    const error = await listen(server, address).catch((error) => error);
    expect(error).to.be.instanceOf(ListenError);
    return error;
  }

  it('advises another port if the port is in use', async () => {
    const port = Number(new URL(await listen(newServer(), { port: 0 })).port);
    const error = await errorOf(newServer(), { port });
    const advice = 'stop the program that listens there, or choose another --port';
    expect(error.message).to.equal(`port ${port} is in use: ${advice}`);
    expect(error).to.have.nested.property('cause.code', 'EADDRINUSE');
  });

  it('advises another port if the system does not allow it', async () => {
    const server = newServer();
    const error = errorOf(server, { port: 0 });
    // As on Windows for a port that is reserved
    server.emit('error', Object.assign(new Error('listen EACCES: …'), { code: 'EACCES' }));
    expect((await error).message).to.equal(
      'cannot listen: listen EACCES: …; choose another --port',
    );
  });

  it("prints the system's own words about a host", async () => {
    const { message } = await errorOf(newServer(), { port: 0, host: 'nowhere.invalid' });
    expect(message).to.match(/^cannot listen: .* nowhere\.invalid; see PORT and HOST in --help$/);
  });

  it('refuses a descriptor that is not a socket', async () => {
    const fd = openSync(folder.write('file', ''), 'r');
    const { message } = await errorOf(newServer(), { fd });
    expect(message).to.match(/^cannot listen: .*; see LISTEN_FDS$/);
    closeSync(fd);
  });
});

import { closeSync, openSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { expect } from 'chai';
import { type ListenAddress, ListenError, listen } from '../../src/cli/listen.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

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
    ['::1', 'http://[::1]:port'],
  ]) {
    it(`returns for the host ${host} ${expected}`, async () => {
      const server = newServer();
      const url = await listen(server, { port: 0, ...(host && { host }) });
      expect(url).to.equal(expected?.replace('port', new URL(url).port));
    });
  }

  it('listens on IPv6, too, by default', async () => {
    const url = await listen(
      newServer((_request, response) => response.end()),
      { port: 0 },
    );
    const { status } = await fetch(url.replace('localhost', '[::1]'));
    expect(status).to.equal(200);
  });

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

import { createServer } from 'node:http';
import { expect } from 'chai';
import { ListenError, listen } from '../../src/cli/listen.ts';

/** Why a server cannot listen that emits this when it tries, and has no TCP address. */
function refusal(event: string, error?: Error, host?: string): Promise<unknown> {
  const server = createServer();
  server.listen = () => {
    process.nextTick(() => server.emit(event, error));
    return server;
  };
  return listen(server, { port: 80, host, hostFrom: 'HOST' }).catch((why) => why);
}

/** Where a server listens is told as a URL that works, and why it cannot with what to do. */
describe('listen', () => {
  const refusals: [code: string, message: string][] = [
    [
      'EADDRINUSE',
      'port 80 is in use: stop the program that listens there, or choose another with --port',
    ],
    ['EACCES', 'port 80 is not permitted: choose another with --port'],
    ['ENOTFOUND', 'HOST: no such host "a"'],
    ['EADDRNOTAVAIL', 'HOST: this machine has no address "a"'],
  ];
  for (const [code, message] of refusals) {
    it(`says what ${code} means`, async () => {
      const cause = Object.assign(new Error('words of the system'), { code });
      const error = await refusal('error', cause, 'a');
      expect(error).to.be.instanceOf(ListenError).and.to.include({ name: 'ListenError', message });
      expect(error).to.have.property('cause', cause);
    });
  }

  it('refuses a socket that is not one of TCP, such as a Unix domain socket', async () => {
    const words = "not a TCP socket; check host and port, or the supervisor's socket";
    expect(await refusal('listening')).to.have.property('message', `cannot listen: ${words}`);
  });

  const hosts: [host: string | undefined, url: RegExp][] = [
    [undefined, /^http:\/\/localhost:\d+$/],
    ['0.0.0.0', /^http:\/\/localhost:\d+$/],
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['::1', /^http:\/\/\[::1\]:\d+$/],
  ];
  for (const [host, url] of hosts) {
    it(`gives the URL for the host ${host}`, async () => {
      const server = createServer();
      const bound = await listen(server, { port: 0, host });
      server.close();
      expect(bound).to.match(url);
    });
  }
});

import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { ListenError, listen } from '../src/listen.ts';

const address = { port: 80, host: 'shop.example', descriptor: undefined };

/** Why a server cannot listen that fails with `code`. */
function refusal(code: string): Promise<unknown> {
  const emitter = new EventEmitter();
  const error = Object.assign(new Error(`listen ${code}`), { code });
  const server = { listen: () => process.nextTick(() => emitter.emit('error', error)) };
  return listen(Object.assign(emitter, server) as unknown as Server, address).catch((why) => why);
}

/** Where a server listens is told as a URL that works, and why it cannot with what to do. */
describe('listen', () => {
  const noAddress =
    'host shop.example is not an address of this machine: choose one that is, or leave out --host and HOST for all';
  const refusals: [code: string, message: string][] = [
    [
      'EADDRINUSE',
      'port 80 is in use: stop the program that listens there, or choose another port (0 picks a free one)',
    ],
    ['EACCES', 'port 80 is not permitted to this user: choose a port above 1023'],
    ['EADDRNOTAVAIL', noAddress],
    ['EAFNOSUPPORT', noAddress],
    ['EINVAL', noAddress],
    ['ENOTFOUND', noAddress],
    ['EAI_AGAIN', noAddress],
  ];
  for (const [code, message] of refusals) {
    it(`says what ${code} means`, async () => {
      const error = await refusal(code);
      expect(error).to.be.instanceOf(ListenError).and.to.include({ name: 'ListenError', message });
      expect(error).to.have.nested.property('cause.code', code);
    });
  }

  it('passes on any other error as it is', async () => {
    expect(await refusal('EPROTO'))
      .to.be.an('error')
      .with.property('message', 'listen EPROTO');
  });

  const hosts: [host: string | undefined, url: RegExp, isOnAllInterfaces: boolean][] = [
    [undefined, /^http:\/\/localhost:\d+$/, true],
    ['0.0.0.0', /^http:\/\/localhost:\d+$/, true],
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/, false],
    ['::1', /^http:\/\/\[::1\]:\d+$/, false],
  ];
  for (const [host, url, isOnAllInterfaces] of hosts) {
    it(`gives the URL for the host ${host}`, async () => {
      const server = createServer();
      const bound = await listen(server, { ...address, port: 0, host });
      server.close();
      expect(bound.url).to.match(url);
      expect(bound.isOnAllInterfaces).to.equal(isOnAllInterfaces);
    });
  }
});

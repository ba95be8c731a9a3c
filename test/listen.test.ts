import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { ListenError, listen } from '../src/listen.ts';

/** Why a server cannot listen that fails with `code`. */
function refusal(code: string): Promise<unknown> {
  const emitter = new EventEmitter();
  const error = Object.assign(new Error(`listen ${code}: words of the system`), { code, port: 80 });
  const server = {
    listen() {
      process.nextTick(() => emitter.emit('error', error));
      return this;
    },
  };
  const address = { port: 80, host: undefined };
  return listen(Object.assign(emitter, server) as unknown as Server, address).catch((why) => why);
}

/** Where a server listens is told as a URL that works, and why it cannot with what to do. */
describe('listen', () => {
  const refusals: [code: string, message: string][] = [
    [
      'EADDRINUSE',
      'port 80 is in use: stop the program that listens there, or choose another with --port',
    ],
    ['EACCES', 'port 80 is not permitted to this user: choose a port above 1023'],
    [
      'ENOTFOUND',
      "cannot listen: listen ENOTFOUND: words of the system; check --host and --port, or the supervisor's socket",
    ],
  ];
  for (const [code, message] of refusals) {
    it(`says what ${code} means`, async () => {
      const error = await refusal(code);
      expect(error).to.be.instanceOf(ListenError).and.to.include({ name: 'ListenError', message });
      expect(error).to.have.nested.property('cause.code', code);
    });
  }

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

import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect } from 'chai';
import { help } from '../../src/cli/settings.ts';
import { GET_LIST } from '../support/raw-http.ts';
import { Service } from '../support/service.ts';
import { once } from '../support/with-timeout.ts';

/** With which status it ends, and what it says then. */
describe('main, when it ends', () => {
  it('ends with status 1 at a signal long after the first, while a response is pending', async () => {
    await using service = new Service({ HOST: '127.0.0.1' }, ['--delay', '30000']);
    const { port } = new URL(await service.ready());
    const client = connect(Number(port), '127.0.0.1').on('error', () => {});
    client.write(GET_LIST);
    await once(client, 'connect');
    // Those within 500 ms of the first are ignored.
    const repetition = setInterval(() => service.process.kill('SIGTERM'), 100);
    expect(await service.ended().finally(() => clearInterval(repetition))).to.equal(1);
    expect(service.stderr).to.equal('product-catalogue: SIGTERM during the shutdown, exiting\n');
  });

  it('ends with a status that fits, and says what it has to say', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const invalid = '--port: expected a whole number from 0 to 65535, got "abc"';
    const advice = 'stop the program that listens there, or choose another --port';
    const inUse = `port ${port} is in use: ${advice}`;
    const endings: [args: string, status: number, stdout: string, stderr: string][] = [
      ['--help', 0, help, ''],
      ['--version', 0, `${version}\n`, ''],
      ['--port abc', 2, '', `product-catalogue: ${invalid}\n`],
      [`--host 127.0.0.1 -p ${port}`, 1, '', `product-catalogue: ${inUse}\n`],
    ];
    const ended = endings.map(async ([args]) => {
      await using program = new Service({}, args.split(' '));
      return [args, await program.ended(), program.stdout, program.stderr];
    });
    expect(await Promise.all(ended)).to.deep.equal(endings);
    other.close();
  });
});

import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect } from 'chai';
import { help } from '../../src/cli/command-line.ts';
import { largeList } from '../support/large-list.ts';
import { GET_LIST } from '../support/raw-http.ts';
import { preload, Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { once } from '../support/with-timeout.ts';

/** With which status it ends, and what it says then. */
describe('main, when it ends', () => {
  const folder = new TemporaryFolder();

  it('ends with status 1 and a stack trace after an error that nobody expected', async () => {
    const script = "console.log = () => { throw new Error('unexpected'); }";
    await using program = new Service(preload(script));
    expect(await program.ended()).to.equal(1);
    expect(program.stdout).to.equal('');
    expect(program.stderr).to.match(/^Error: unexpected\n {4}at /);
  });

  it('ends with status 1 when it disconnects a client at the deadline, and says so', async () => {
    // The deadline is 10 s, which are 0.1 s to this process.
    const script =
      'const wait = setTimeout; globalThis.setTimeout = (call, time) => wait(call, time / 100)';
    const path = folder.write('large.json', JSON.stringify(largeList));
    await using service = new Service({ ...preload(script), HOST: '127.0.0.1' }, [path]);
    const port = Number(new URL(await service.ready()).port);
    // Not the server's address, and it reads nothing.
    const client = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    client.on('error', () => {});
    client.write(GET_LIST);
    await once(client, 'readable');
    expect(await service.stop()).to.equal(1);
    expect(service.stderr).to.equal(
      'product-catalogue: clients disconnected before they had their response: 1\n',
    );
  });

  it('ends with a status that fits, and says what it has to say', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const invalid = '--port: expected a whole number from 0 to 65535, got "abc"';
    const next = `npm start -- --port ${port + 1}`;
    const inUse = `port ${port} is in use: stop the program that listens there, or try ${next}`;
    const endings: [args: string, status: number, stdout: string, stderr: string][] = [
      ['--help', 0, help, ''],
      ['--version', 0, `${version}\n`, ''],
      ['--port abc', 2, '', `product-catalogue: ${invalid}\n`],
      [`--host 127.0.0.1 -p ${port}`, 1, '', `product-catalogue: ${inUse}\n`],
    ];
    const ended = endings.map(async ([args]) => {
      await using program = new Service(
        { npm_lifecycle_event: 'start', npm_config_user_agent: 'npm/11' },
        args.split(' '),
      );
      return [args, await program.ended(), program.stdout, program.stderr];
    });
    expect(await Promise.all(ended)).to.deep.equal(endings);
    other.close();
  });
});

import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { help } from '../../src/cli/settings.ts';
import { Program, programOf, Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/with-timeout.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** With which status it ends by itself, and what it says then. */
describe('main, when it ends', () => {
  const folder = new TemporaryFolder();
  const invalid = '--port: expected a whole number from 0 to 65535, got "abc"';
  const rows: [args: string, status: number, stdout: string, stderr: string][] = [
    ['--help', 0, help, ''],
    ['--version', 0, `${version}\n`, ''],
    ['--port abc', 2, '', `product-catalogue: ${invalid}\n`],
  ];
  for (const [args, status, stdout, stderr] of rows) {
    it(`ends with status ${status} after ${args}`, async () => {
      await using program = new Service({}, args.split(' '));
      expect(await program.ended()).to.equal(status);
      expect(program).to.include({ stdout, stderr });
    });
  }

  it('ends with status 1 after a bug, and prints its stack', async () => {
    const code = `
      process.stdout.write = () => { throw new Error('a bug'); };
      await import('./src/main.ts');
    `;
    await using program = new Program([...programOf(code), 'main.ts', '--help']);
    expect(await program.ended()).to.equal(1);
    expect(program.stderr).to.match(/^Error: a bug\n {4}at .*\n {4}at .*src\/main\.ts:/m);
  });

  it('ends with status 1 if its file is missing, under npm, too', async () => {
    const path = folder.path('missing.json');
    await using npm = new Program(['npm', 'start', '--', path]);
    expect(await npm.ended()).to.equal(1);
    expect(npm.stderr).to.include(`${path}: no such file or directory\n`);
  });

  it('ends with status 1 if its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await waitFor(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await using program = new Service({}, ['--host', '127.0.0.1', '--port', String(port)]);
    expect(await program.ended()).to.equal(1);
    expect(program.stderr).to.include(`product-catalogue: port ${port} is in use: `);
    other.close();
  });
});

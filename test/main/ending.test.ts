import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { HELP } from '../../src/cli/settings.ts';
import { Program, programOf, Service } from '../support/service.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** With which status it ends by itself, and what it says then. */
describe('main, when it ends', () => {
  const invalid = '--port: expected a whole number from 0 to 65535, got "abc"';
  const rows: [args: string, status: number, stdout: string, stderr: string][] = [
    ['--help', 0, HELP, ''],
    ['--version', 0, `${version}\n`, ''],
    ['--port abc', 2, '', `product-catalogue: ${invalid}\n`],
  ];
  for (const [args, status, stdout, stderr] of rows) {
    it(`ends with status ${status} after ${args}`, async () => {
      await using program = new Service({}, args.split(' '));
      expect(await program.ended(), program.stderr).to.equal(status);
      expect(program).to.include({ stdout, stderr });
    });
  }

  it('ends with status 1 after a bug, and prints its stack', async () => {
    const code = `
      process.stdout.write = () => { throw new Error('a bug'); };
      await import('./src/main.ts');
    `;
    await using program = new Program([...programOf(code), 'main.ts', '--help']);
    expect(await program.ended(), program.stderr).to.equal(1);
    expect(program.stderr).to.match(/^Error: a bug\s+at .*\s+at .*src[\\/]main\.ts:/m);
  });

  it('ends with status 1 if it cannot listen', async () => {
    await using program = new Service({ HOST: 'nowhere.invalid' });
    expect(await program.ended(), program.stderr).to.equal(1);
    expect(program.stderr).to.match(/^product-catalogue: cannot listen: .*\n$/);
  });
});

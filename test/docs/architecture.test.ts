import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { expect } from 'chai';
import { loadLines } from '../../docs/examples/load-lines.ts';
import { CatalogFileError } from '../../src/adapters/file/catalog-file-error.ts';
import { ROOT } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const architecture = readFileSync('docs/architecture.md', 'utf8');
const example = readFileSync('docs/examples/load-lines.ts', 'utf8');

/** The example of another adapter works as it is shown. */
describe('docs/architecture.md', () => {
  const folder = new TemporaryFolder();

  it('shows the example that is tested here', () => {
    expect(architecture).to.include(example);
  });

  it('has an example that reads each line', async () => {
    const path = folder.write('products.tsv', '7\t12.50\tAssam, "loose"\r\n-8\t0\t\n\n');
    expect(await loadLines(path)).to.deep.equal([
      { id: 7, name: 'Assam, "loose"', price: 12.5 },
      { id: -8, name: '', price: 0 },
    ]);
    expect(await loadLines(folder.write('empty.tsv', ''))).to.deep.equal([]);
  });

  const wrong: [line: string, fault: string][] = [
    ['\t2\tTea', 'id: expected a whole number, got ""'],
    ['one\t2\tTea', 'id: expected a whole number, got "one"'],
    ['1\t\tTea', 'price: expected a number, got ""'],
    ['1\t0x10\tTea', 'price: expected a number, got "0x10"'],
    ['1\t2', 'name: expected a string, got nothing'],
  ];
  for (const [line, fault] of wrong) {
    it(`has an example that refuses ${JSON.stringify(line)}`, async () => {
      const path = folder.write('wrong.tsv', `1\t2\tTea\n${line}\n`);
      const error: unknown = await loadLines(path).catch((error) => error);
      expect(error).to.be.instanceOf(CatalogFileError);
      const message = `${path}: 1 of 2 products is not valid\n${path}:2: [1].${fault}`;
      expect(error).to.have.property('message', message);
    });
  }

  it('shows how the service runs the example, and prints its errors', () => {
    const lines = /^```ts\n(import \{ loadLines \}.*)\n(const catalog.*)\n```$/m.exec(architecture);
    const [, importLine = '', catalogLine = ''] = lines ?? expect.fail('not found');
    for (const name of ['src', 'package.json']) {
      cpSync(name, folder.path(name), { recursive: true });
    }
    symlinkSync(`${ROOT}node_modules`, folder.path('node_modules'));
    folder.write(
      'src/adapters/file/load-lines.ts',
      example.replaceAll('../../src/adapters/file', '.').replaceAll('../../src', '../..'),
    );
    const main = readFileSync('src/main.ts', 'utf8');
    const changed = main.replace(/^ *const catalog = .*$/m, catalogLine);
    expect(changed).not.to.equal(main);
    folder.write('src/main.ts', changed.replace(/^import /m, `${importLine}\nimport `));
    const path = folder.write('wrong.tsv', '1\t\tTea\n');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'src/main.ts', path],
      { cwd: folder.path('.'), encoding: 'utf8' },
    );
    expect(stderr).to.equal(
      `${path}: 1 of 1 products is not valid\n${path}:1: [0].price: expected a number, got ""\n`,
    );
    expect(status).to.equal(1);
  });

  it('lists every dependency, and nothing else', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = Array.from(architecture.matchAll(/^\| `([^`]+)` \|/gm), ([, name]) => name);
    const installed = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
    expect(named).to.have.members(installed);
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect } from 'chai';
import { TemporaryFolder } from './support/temporary-folder.ts';

/** What a file in each folder may import, and what it may not. */
const rows: [importer: string, allowed: string, rejected: string][] = [
  ['src', 'koa node:fs ./main.ts', 'chai'],
  ['src/domain', './product.ts', 'koa node:fs ../main.ts'],
  ['src/adapters/http', 'koa ../../domain/product.ts', './../memory/x.ts ../../main.ts'],
  ['src/adapters/memory', './x.ts ../../domain/x.ts', 'koa node:fs ../http/x.ts ../../main.ts'],
  ['src/products-file', 'node:fs ../domain/product.ts', './../adapters/http/x.ts ../cli/log.ts'],
  ['src/graceful-server', 'node:timers/promises ./limits.ts', 'koa ../domain/product.ts'],
  ['src/cli', 'node:http ../graceful-server/limits.ts', 'koa ../domain/product.ts ../main.ts'],
];

/** Imports point inwards only. */
describe('the import rules of biome.json', () => {
  const folder = new TemporaryFolder();
  for (const file of ['biome.json', 'package.json']) cpSync(file, folder.path(file));

  it('are tested for each folder of src', () => {
    const files = readdirSync('src', { recursive: true }).map(String);
    const sources = files.filter((path) => path.endsWith('.ts'));
    const folders = new Set(sources.map((path) => join('src', dirname(path))));
    expect(rows.map(([importer]) => normalize(importer))).to.have.members([...folders]);
  });

  for (const [importer, allowed, rejected] of rows) {
    it(`keep ${importer} from importing ${rejected}`, () => {
      const names = `${allowed} ${rejected}`.split(' ');
      mkdirSync(folder.path(importer), { recursive: true });
      folder.write(`${importer}/probe.ts`, names.map((name) => `import '${name}';\n`).join(''));
      const rules = ['style/noRestrictedImports', 'correctness/noUndeclaredDependencies'];
      const biome = resolve('node_modules/@biomejs/biome/bin/biome');
      const args = [biome, 'lint', ...rules.map((rule) => `--only=${rule}`)];
      args.push('--vcs-enabled=false', '--colors=off', `${importer}/probe.ts`);
      const run = { cwd: folder.path('.'), encoding: 'utf8' } as const;
      const { stderr } = spawnSync(process.execPath, args, run);
      const lines = stderr.matchAll(/probe\.ts:(\d+):/g);
      const found = Array.from(lines, ([, line]) => names[Number(line) - 1]);
      expect(found.join(' ')).to.equal(rejected);
    });
  }
});

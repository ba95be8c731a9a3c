import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { TemporaryFolder } from './support/temporary-folder.ts';

const BIOME = resolve('node_modules/.bin/biome');

const imports: [importer: string, specifier: string, isAllowed: boolean][] = [
  ['src/domain', '../adapters/memory/memory-catalog.ts', false],
  ['src/domain', '../settings.ts', false],
  ['src/domain', 'node:fs', false],
  ['src/domain', 'koa', false],
  ['src/adapters/http', '../memory/memory-catalog.ts', false],
  ['src/adapters/http', '../../main.ts', false],
  ['src', './adapters/http/app.ts', false],
  ['src/domain', './product.ts', true],
  ['src/adapters/http', '../../domain/product.ts', true],
  ['src/adapters/http', './answer.ts', true],
  ['src/adapters/http', 'koa', true],
  ['src', './domain/product.ts', true],
];

/** Arrows run inward only: the linter rejects any other import. */
describe('the import rules of biome.json', () => {
  const folder = new TemporaryFolder();
  before(() => cpSync('biome.json', folder.path('biome.json')));

  for (const [importer, specifier, isAllowed] of imports) {
    it(`${isAllowed ? 'let' : 'forbid'} ${importer} ${isAllowed ? '' : 'to '}import ${specifier}`, () => {
      mkdirSync(folder.path(importer), { recursive: true });
      const probe = folder.write(`${importer}/probe.ts`, `import '${specifier}';\n`);
      const rule = ['--only=style/noRestrictedImports', '--vcs-enabled=false', '--colors=off'];
      const cwd = folder.path('.');
      const { status, stdout } = spawnSync(BIOME, ['lint', probe, ...rule], { cwd });
      expect(String(stdout)).to.include('Checked 1 file');
      expect(status).to.equal(isAllowed ? 0 : 1);
    });
  }
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { TemporaryFolder } from './support/temporary-folder.ts';

const BIOME = resolve('node_modules/.bin/biome');

const imports: [importer: string, specifier: string, isAllowed: boolean][] = [
  ['src/domain', '../main.ts', false],
  ['src/domain', 'koa', false],
  ['src/adapters/http', '../memory/memory-catalog.ts', false],
  ['src/http-server', '../adapters/http/response-format.ts', false],
  ['src/http-server', '../domain/product.ts', false],
  ['src/http-server', 'koa', false],
  ['src/cli', '../adapters/http/app.ts', false],
  ['src/cli', '../main.ts', false],
  ['src/domain', './product.ts', true],
  ['src/adapters/http', '../../domain/product.ts', true],
  ['src/adapters/http', './product-json.ts', true],
  ['src/adapters/http', 'koa', true],
  ['src/http-server', './limits.ts', true],
  ['src/http-server', 'node:net', true],
  ['src/http-server', 'node:timers/promises', true],
  ['src/cli', '../domain/product.ts', true],
  ['src/cli', '../http-server/limits.ts', true],
  ['src', './adapters/http/app.ts', true],
];

/** Arrows run inward only: the linter rejects any other import. */
describe('the import rules of biome.json', () => {
  const folder = new TemporaryFolder();

  it('reject these imports and no others', () => {
    cpSync('biome.json', folder.path('biome.json'));
    for (const [index, [importer, specifier]] of imports.entries()) {
      mkdirSync(folder.path(importer), { recursive: true });
      folder.write(`${importer}/probe-${index}.ts`, `import '${specifier}';\n`);
    }
    const rule = ['--only=style/noRestrictedImports', '--vcs-enabled=false', '--colors=off'];
    const cwd = folder.path('.');
    const { output } = spawnSync(BIOME, ['lint', 'src', ...rule], { cwd, encoding: 'utf8' });
    const text = output.join('');
    expect(text).to.include(`Checked ${imports.length} files`);
    const rejected = imports.filter(([importer], index) =>
      text.includes(`${importer}/probe-${index}.ts:`),
    );
    expect(rejected).to.deep.equal(imports.filter(([, , isAllowed]) => !isAllowed));
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { TemporaryFolder } from './support/temporary-folder.ts';

/** An import for each rule. That the rules allow those of the sources is seen whenever these are linted. */
const outward = {
  'src/domain': 'koa',
  'src/adapters/http': '../memory/memory-catalog.ts',
  'src/http-server': '../domain/product.ts',
  'src/cli': '../main.ts',
};

/** Arrows run inward only: the linter rejects any other import. */
describe('the import rules of biome.json', () => {
  const folder = new TemporaryFolder();

  it('reject an import that points outwards in each folder', () => {
    cpSync('biome.json', folder.path('biome.json'));
    for (const [importer, specifier] of Object.entries(outward)) {
      mkdirSync(folder.path(importer), { recursive: true });
      folder.write(`${importer}/probe.ts`, `import '${specifier}';\n`);
    }
    const rule = ['--only=style/noRestrictedImports', '--vcs-enabled=false', '--colors=off'];
    const options = { cwd: folder.path('.'), encoding: 'utf8' } as const;
    const biome = resolve('node_modules/.bin/biome');
    const { stderr } = spawnSync(biome, ['lint', 'src', ...rule], options);
    for (const importer of Object.keys(outward)) expect(stderr).to.include(`${importer}/probe.ts:`);
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect } from 'chai';
import { TemporaryFolder } from './support/temporary-folder.ts';

/**
 * Imports that point outwards. That the rules allow those of the sources is seen whenever these are
 * linted.
 */
const outward = [
  ['src/domain', 'koa'],
  ['src/domain', '../main.ts'],
  ['src/adapters/http', '../memory/memory-catalog.ts'],
  ['src/adapters/file', '../../create-server.ts'],
  ['src/http-server', 'koa'],
  ['src/http-server', '../domain/product.ts'],
  ['src/cli', 'koa'],
  ['src/cli', '../main.ts'],
  ['src/cli', '../domain/product.ts'],
  ['src/cli', '../adapters/http/app.ts'],
] as const;

/** Arrows run inward only: the linter rejects any other import. */
describe('the import rules of biome.json', () => {
  const folder = new TemporaryFolder();

  it('reject each import that points outwards', () => {
    cpSync('biome.json', folder.path('biome.json'));
    const probes = outward.map(([importer, specifier], index) => {
      const probe = `${importer}/probe-${index}.ts`;
      mkdirSync(folder.path(dirname(probe)), { recursive: true });
      folder.write(probe, `import '${specifier}';\n`);
      return probe;
    });
    const rule = ['--only=style/noRestrictedImports', '--vcs-enabled=false', '--colors=off'];
    const options = { cwd: folder.path('.'), encoding: 'utf8' } as const;
    const biome = resolve('node_modules/.bin/biome');
    const { stderr } = spawnSync(biome, ['lint', 'src', ...rule], options);
    for (const probe of probes) expect(stderr).to.include(`${probe}:`);
  });
});

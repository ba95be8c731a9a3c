import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect } from 'chai';
import { TemporaryFolder } from './support/temporary-folder.ts';

const BIOME = resolve('node_modules/.bin/biome');

const forbidden = [
  ['src/domain', '../adapters/memory/memory-catalog.ts'],
  ['src/domain', '../settings.ts'],
  ['src/domain', 'node:fs'],
  ['src/domain', 'koa'],
  ['src/adapters/http', '../memory/memory-catalog.ts'],
  ['src/adapters/memory', '../http/app.ts'],
  ['src/adapters/http', '../../main.ts'],
  ['src', './adapters/http/app.ts'],
] as const;
const allowed = [
  ['src/domain', './product.ts'],
  ['src/adapters/http', '../../domain/product.ts'],
  ['src/adapters/http', './answer.ts'],
  ['src/adapters/http', 'koa'],
  ['src', './domain/product.ts'],
] as const;

/** Lints one source file for each import, in a temporary folder, with the rules of this project. */
describe('the import rules of the linter', () => {
  const folder = new TemporaryFolder();
  let report: string;

  before(() => {
    cpSync('biome.json', folder.path('biome.json'));
    for (const [importer, specifier] of [...forbidden, ...allowed]) {
      const file = probe(importer, specifier);
      mkdirSync(dirname(folder.path(file)), { recursive: true });
      folder.write(file, `import '${specifier}';\n`);
    }
    const command = [
      'lint',
      'src',
      '--vcs-enabled=false',
      '--only=style/noRestrictedImports',
      '--colors=off',
    ];
    const { stdout, stderr } = spawnSync(BIOME, command, {
      cwd: folder.path('.'),
      encoding: 'utf8',
    });
    report = stdout + stderr;
  });

  it('reads every probe', () => {
    expect(report).to.include(`Checked ${forbidden.length + allowed.length} files`);
  });

  for (const [importer, specifier] of forbidden) {
    it(`forbids ${importer} to import ${specifier}`, () => {
      expect(report).to.include(`${probe(importer, specifier)}:`);
    });
  }
  for (const [importer, specifier] of allowed) {
    it(`lets ${importer} import ${specifier}`, () => {
      expect(report).not.to.include(`${probe(importer, specifier)}:`);
    });
  }
});

function probe(importer: string, specifier: string): string {
  return `${importer}/probe-${specifier.replaceAll(/[^a-z-]/g, '_')}.ts`;
}

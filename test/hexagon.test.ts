import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';

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

/** One source file for each import, in a tree of its own that has this project's lint rules. */
describe('the linter, as guard of the hexagon', () => {
  let root: string;
  let report: string;

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'hexagon-'));
    cpSync('biome.json', join(root, 'biome.json'));
    for (const [folder, specifier] of [...forbidden, ...allowed]) {
      const file = join(root, probe(folder, specifier));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `import '${specifier}';\n`);
    }
    const command = [
      'lint',
      'src',
      '--vcs-enabled=false',
      '--only=style/noRestrictedImports',
      '--colors=off',
    ];
    const { stdout, stderr } = spawnSync(BIOME, command, { cwd: root, encoding: 'utf8' });
    report = stdout + stderr;
  });

  after(() => rmSync(root, { recursive: true }));

  it('reads every probe', () => {
    expect(report).to.include(`Checked ${forbidden.length + allowed.length} files`);
  });

  for (const [folder, specifier] of forbidden) {
    it(`forbids ${folder} to import ${specifier}`, () => {
      expect(report).to.include(`${probe(folder, specifier)}:`);
    });
  }
  for (const [folder, specifier] of allowed) {
    it(`lets ${folder} import ${specifier}`, () => {
      expect(report).not.to.include(`${probe(folder, specifier)}:`);
    });
  }
});

function probe(folder: string, specifier: string): string {
  return `${folder}/probe-${specifier.replaceAll(/[^a-z-]/g, '_')}.ts`;
}

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { TemporaryFolder } from './support/temporary-folder.ts';

/** What a file in each folder may import, and what it may not. */
const rules = {
  'src/domain': {
    allowed: ['./product.ts'],
    rejected: ['koa', 'node:fs', '../adapters/http/create-handler.ts', '../main.ts'],
  },
  'src/adapters/http': {
    allowed: [
      'koa',
      'node:http',
      'node:fs/promises',
      './create-handler.ts',
      '../../domain/product.ts',
    ],
    rejected: [
      '../memory/memory-catalog.ts',
      '../../products-file/load-products.ts',
      '../../graceful-server/connection.ts',
      '../../cli/log.ts',
      '../../create-server.ts',
    ],
  },
  'src/products-file': {
    allowed: ['jsonc-parser', 'node:fs', './load-products.ts', '../domain/product.ts'],
    rejected: ['../adapters/memory/memory-catalog.ts', '../cli/log.ts', '../create-server.ts'],
  },
  'src/graceful-server': {
    allowed: ['node:http', 'node:timers/promises', './connection.ts'],
    rejected: [
      'koa',
      '../domain/product.ts',
      '../adapters/http/create-handler.ts',
      '../cli/log.ts',
    ],
  },
  'src/cli': {
    allowed: ['node:http', 'node:fs/promises', './log.ts', '../graceful-server/connection.ts'],
    rejected: ['koa', '../domain/product.ts', '../adapters/http/create-handler.ts', '../main.ts'],
  },
};

/** Arrows run inward only. */
describe('the import rules of biome.json', () => {
  const folder = new TemporaryFolder();

  it('reject each import that points outwards, and no other', () => {
    cpSync('biome.json', folder.path('biome.json'));
    for (const [importer, { allowed, rejected }] of Object.entries(rules)) {
      mkdirSync(folder.path(importer), { recursive: true });
      const lines = [...allowed, ...rejected].map((specifier) => `import '${specifier}';\n`);
      folder.write(`${importer}/probe.ts`, lines.join(''));
    }
    const rule = ['--only=style/noRestrictedImports', '--vcs-enabled=false'];
    const output = ['--max-diagnostics=none', '--colors=off'];
    const options = { cwd: folder.path('.'), encoding: 'utf8' } as const;
    const biome = resolve('node_modules/.bin/biome');
    const { stderr } = spawnSync(biome, ['lint', 'src', ...rule, ...output], options);
    for (const [importer, { allowed, rejected }] of Object.entries(rules)) {
      const places = stderr.matchAll(new RegExp(`^${importer}/probe\\.ts:(\\d+):`, 'gm'));
      const found = Array.from(places, ([, line]) => [...allowed, ...rejected][Number(line) - 1]);
      expect(found, importer).to.have.members(rejected);
    }
  });
});

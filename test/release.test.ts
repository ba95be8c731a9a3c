import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { expect } from 'chai';
import { TemporaryFolder } from './support/temporary-folder.ts';

const OLD = '## 0.1.0 - 2026-11-01\n\nOld.\n';
const BOTH = `## 0.2.0 - 2026-12-01\n\n- New,\n  and more.\n\n${OLD}`;
const HEADING = 'CHANGELOG.md: expected the newest heading to be such as "## 0.2.0 - ';

/** A release is of one version, and its text is what changed. .ci/package and .ci/image make the rest of it. */
describe('.ci/release notes', () => {
  const folder = new TemporaryFolder();

  before(() => {
    cpSync('.ci/release', folder.path('.ci/release'));
    folder.write('package.json', '{ "version": "0.2.0" }');
  });

  const cases: [does: string, tag: string, changelog: string, status: number, printed: string][] = [
    ['prints the newest section', 'v0.2.0', BOTH, 0, '\n- New, and more\\.\n\n$'],
    ['refuses a tag that is no version', 'v0.2', BOTH, 1, 'expected a tag such as v0.2.0, got'],
    ['refuses another version than that of package.json', 'v0.2.1', BOTH, 1, 'package.json: '],
    ['refuses an older heading', 'v0.2.0', OLD, 1, HEADING],
    ['refuses "Unreleased"', 'v0.2.0', `## Unreleased\n${BOTH}`, 1, HEADING],
  ];
  for (const [does, tag, changelog, status, printed] of cases) {
    it(does, () => {
      folder.write('CHANGELOG.md', changelog);
      const result = spawnSync(folder.path('.ci/release'), ['notes', tag], { encoding: 'utf8' });
      expect(result).to.include({ status });
      expect(result.stdout + result.stderr).to.match(new RegExp(`^${printed}`));
    });
  }
});

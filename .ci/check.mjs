// npm run check: runs all checks of the sources, even if one fails, and says at the end which failed and
// what to do about it. The last line is the test runner's count.
import { spawnSync } from 'node:child_process';

const checks = [
  ['Types', 'npm run typecheck', 'correct what it says above'],
  ['Format', 'npx biome format', 'npm run format'],
  ['Lint', 'npm run lint', 'npx biome lint --write mends some of it'],
  [
    'Tests',
    'npx mocha --forbid-only --forbid-pending',
    "npx mocha --no-parallel --bail -g 'name of the test'",
  ],
];

const failed = checks.filter(([name, command]) => {
  console.log(`\n== ${name}: ${command}`);
  return spawnSync(command, { shell: true, stdio: 'inherit' }).status !== 0;
});
for (const [name, command, advice] of failed) {
  console.error(`\n${name} failed (${command}): ${advice}`);
}
process.exitCode = failed.length > 0 ? 1 : 0;

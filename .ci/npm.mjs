// What the scripts in package.json do with files: node .ci/npm.mjs <step>
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';

const COPY = 'node_modules/.package.json';

const steps = {
  // A file whose source is gone must not stay in the package.
  clean: () => rmSync('dist', { recursive: true, force: true }),

  // npm compiles a package that is installed from git, but leaves out the compiler if it is told to.
  'expect-compiler'() {
    if (existsSync('node_modules/typescript')) return;
    console.error(
      'product-catalogue: not compiled, as --global and --omit=dev leave out the compiler. Install what npm pack makes instead.',
    );
    process.exit(1);
  },

  // `prepack` changes package.json, and `postpack` restores it.
  save: () => copyFileSync('package.json', COPY),
  restore: () => renameSync(COPY, 'package.json'),
};

const step = steps[process.argv[2]];
if (step === undefined) throw new Error(`expected one of ${Object.keys(steps).join(', ')}`);
step();

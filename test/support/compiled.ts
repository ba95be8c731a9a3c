import { execFileSync } from 'node:child_process';
import { TemporaryFolder } from './temporary-folder.ts';

/** The variable that tells the processes of a run which folder they share. */
const VARIABLE = 'PRODUCT_CATALOGUE_COMPILED';

/** Compiles what is shipped into a folder, `$0`, unless that has been done. An installed package looks the same. */
const COMPILE = `
  if test -e "$0/dist"; then exit; fi
  ln -sfn "$PWD/package.json" "$PWD/node_modules" "$0"
  node_modules/.bin/tsc -p src --noCheck --outDir "$0/new" >&2
  mv "$0/new" "$0/dist"
`;

/** To be called when a run begins, so that its processes compile once, and use nothing older. */
export function shareCompiled(): string {
  const folder = new TemporaryFolder().path('.');
  process.env[VARIABLE] = folder;
  return folder;
}

/** Compiles the sources when the first test of a run asks for them. @returns the folder with `main.js` */
export function compiledFolder(): string {
  const folder = process.env[VARIABLE] ?? shareCompiled();
  // Whoever asks meanwhile waits until they are compiled.
  execFileSync('flock', [`${folder}/lock`, 'sh', '-ec', COMPILE, folder], { stdio: 'pipe' });
  return `${folder}/dist`;
}

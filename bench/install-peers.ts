import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BENCH = fileURLToPath(new URL('.', import.meta.url));

/** Installs what the service is compared with, where nobody has: the service itself needs none of it. */
export function installPeers(): void {
  if (existsSync(`${BENCH}/node_modules`)) return;
  console.error('Installing the servers to compare with, into bench/node_modules');
  // What npm says is no part of what this prints.
  execFileSync('npm', ['ci', '--prefix', BENCH], { stdio: ['ignore', process.stderr, 'inherit'] });
}

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const OPERATIONS = new URL('../../docs/operations.md', import.meta.url);
const { MACHINE = '' } = process.env;

/** Runs a shell command in the machine that .ci/systemd has booted. @returns its stdout */
export async function run(command: string): Promise<string> {
  if (MACHINE === '') throw new Error('run .ci/systemd: it boots a machine for these tests');
  const { stdout } = await promisify(execFile)('nsenter', [
    '-t',
    MACHINE,
    '-a',
    'sh',
    '-c',
    command,
  ]);
  return stdout.trimEnd();
}

/**
 * Runs a block of commands there, word for word as docs/operations.md has it.
 * @param start how the block starts
 */
export function runDocumented(start: string): Promise<string> {
  const blocks = readFileSync(OPERATIONS, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms);
  const [block, ...more] = Array.from(blocks, ([, text = '']) => text).filter((text) =>
    text.startsWith(start),
  );
  if (block === undefined || more.length > 0) {
    throw new Error(`docs/operations.md has not one block that starts with: ${start}`);
  }
  return run(block);
}

/** A property of an instance's service unit: see `systemctl show`. */
export function property(name: string, port: number): Promise<string> {
  return run(`systemctl show --value --property ${name} product-catalogue@${port}`);
}

/** Waits until a command there prints something that meets a condition. */
export async function until(isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) await delay(100);
}

/** Sets a variable for all instances, in the file that `systemctl edit product-catalogue@` writes. */
export async function setEnvironment(setting: string): Promise<void> {
  const folder = '/etc/systemd/system/product-catalogue@.service.d';
  const lines = `[Service]\\nEnvironment=${setting}\\n`;
  await run(`mkdir -p ${folder} && printf '${lines}' >${folder}/override.conf`);
  await run('systemctl daemon-reload');
}

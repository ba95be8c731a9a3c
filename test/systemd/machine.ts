import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { documentedCommands } from '../support/documented-commands.ts';
import { withTimeout } from '../support/with-timeout.ts';

const { MACHINE = '' } = process.env;

/** Runs a shell command in the machine that .ci/systemd has booted. @returns its stdout */
export async function run(command: string): Promise<string> {
  if (MACHINE === '') throw new Error('run .ci/systemd: it boots a machine for these tests');
  const args = ['-t', MACHINE, '-a', 'sh', '-c', command];
  const { stdout } = await promisify(execFile)('nsenter', args);
  return stdout.trimEnd();
}

/** Runs a block of commands there, word for word as docs/operations.md has it. */
export function runDocumented(start: string): Promise<string> {
  return run(documentedCommands('docs/operations.md', start));
}

/** A property of an instance's service unit: see `systemctl show`. */
export function property(name: string, port: number): Promise<string> {
  return run(`systemctl show --value --property ${name} product-catalogue@${port}`);
}

/** Waits until a command there prints something that meets a condition, for a minute at most. */
export function until(isMet: () => Promise<boolean>): Promise<void> {
  const wait = async () => {
    while (!(await isMet())) await delay(100);
  };
  return withTimeout(wait(), () => String(isMet), 60_000);
}

/** Sets a variable for all instances, in the file that `systemctl edit product-catalogue@` writes. */
export async function setEnvironment(setting: string): Promise<void> {
  const folder = '/etc/systemd/system/product-catalogue@.service.d';
  const lines = `[Service]\\nEnvironment=${setting}\\n`;
  await run(`mkdir -p ${folder} && printf '${lines}' >${folder}/override.conf`);
  await run('systemctl daemon-reload');
}

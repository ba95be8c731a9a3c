import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { documentedCommands } from '../support/documented-commands.ts';
import { withTimeout } from '../support/with-timeout.ts';

const { MACHINE = '' } = process.env;

/** Runs a shell command in the clone on the machine that .ci/systemd has booted. @returns its stdout */
export async function run(command: string): Promise<string> {
  if (MACHINE === '') throw new Error('run .ci/systemd: it boots a machine for these tests');
  const args = ['-t', MACHINE, '-a', 'sh', '-c', `cd /srv/clone\n${command}`];
  const { stdout } = await promisify(execFile)('nsenter', args);
  return stdout.trimEnd();
}

/** Runs a block of commands there, word for word as docs/operations.md has it. */
export function runDocumented(start: string): Promise<string> {
  return run(documentedCommands('docs/operations.md', start));
}

/** The commands that docs/operations.md has for what an operator sees, in their order. */
export function commandsFor(sign: string): string[] {
  const rows = readFileSync('docs/operations.md', 'utf8').split('\n');
  const row = rows.find((line) => line.startsWith(`| ${sign}`)) ?? '';
  return Array.from(
    row.matchAll(/`((?:curl|grep|journalctl|systemctl) .*?)`/g),
    ([, found = '']) => found,
  );
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

/** Replaces the variable that docs/operations.md sets for all instances. */
export async function setEnvironment(setting: string): Promise<void> {
  const file = '/etc/systemd/system/product-catalogue@.service.d/override.conf';
  await run(`sed -i 's|^Environment=.*|Environment=${setting}|' ${file}`);
  await run('systemctl daemon-reload');
}

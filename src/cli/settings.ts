import { describeValue } from '../domain/wording.ts';
import { options, parseCommandLine, SettingsError } from './command-line.ts';
import type { ListenAddress } from './listen.ts';
import { takesOptions } from './npm.ts';

export type Settings = { readonly action: 'help' } | { readonly action: 'version' } | ServeSettings;

export interface ServeSettings {
  /** `check` only checks the file, and needs one. */
  readonly action: 'serve' | 'check';
  /** Of the catalogue file, `-` for standard input; `undefined` for the sample products. */
  readonly path: string | undefined;
  /** Whether to load the file again after each change; never with standard input. */
  readonly watch: boolean;
  readonly log: boolean;
  readonly address: ListenAddress;
}

/**
 * An option overrides its variable; an empty variable counts as unset. A socket that the supervisor holds overrides
 * port and host.
 * @param args without program and script
 * @param pid the id of this process: a socket counts only if it was passed to this process, not to its parent
 * @throws {SettingsError}
 */
export function readSettings(args: string[], env: NodeJS.ProcessEnv, pid: number): Settings {
  const { values, positionals } = parseCommandLine(args);
  if (values.help) return { action: 'help' };
  if (values.version) return { action: 'version' };

  const isUnderNpm = takesOptions(env);
  const names = Object.keys(options);
  // npm takes an option before `--` for its own, and passes it on only in such a variable.
  const forNpm = names.find((name) => env[`npm_config_${name}`] && !(name in values));
  if (isUnderNpm && forNpm !== undefined) {
    const advice = `put -- before it, as in npm start -- --${forNpm}, or remove it from .npmrc`;
    throw new SettingsError(`npm took --${forNpm}: ${advice}`);
  }
  // pnpm passes `--` on, and then all that follows counts as files.
  const asFile = names.find((name) => positionals.includes(`--${name}`));
  if (asFile !== undefined) throw new SettingsError(`--${asFile}: leave out the -- before it`);

  const { watch = false, log = false } = values;
  const [path = env.CATALOG_FILE || undefined, ...more] = positionals;
  if (more.length > 0) {
    throw new SettingsError(`expected one file, got ${positionals.map(describeValue).join(', ')}`);
  }
  if (path === '') throw new SettingsError('expected a file, got an empty name');
  if (path !== undefined && /^\d+$/.test(path)) {
    const option = `${isUnderNpm ? 'npm start -- ' : ''}--port ${path}`;
    throw new SettingsError(`expected a file, got ${describeValue(path)}; for a port: ${option}`);
  }
  if (values.check && path === undefined) throw new SettingsError('--check needs a file');
  if (watch && (path ?? '-') === '-') throw new SettingsError('--watch needs the path of a file');
  if (values.host === '') throw new SettingsError('--host: expected an address, got nothing');
  const holdsSocket = env.LISTEN_PID === String(pid) && Number(env.LISTEN_FDS) >= 1;
  const host = values.host ?? env.HOST ?? '';
  // The first descriptor that a supervisor passes on is 3 (`SD_LISTEN_FDS_START` in sd_listen_fds(3)).
  const address = holdsSocket ? { fd: 3 } : { port: portFrom(values.port, env.PORT), host };
  return { action: values.check ? 'check' : 'serve', path, watch, log, address };
}

function portFrom(option: string | undefined, variable = ''): number {
  const port = option ?? (variable || '3000');
  if (/^\d+$/.test(port) && Number(port) <= 65535) return Number(port);
  const name = option === undefined ? 'PORT' : '--port';
  throw new SettingsError(
    `${name}: expected a whole number from 0 to 65535, got ${describeValue(port)}`,
  );
}

import { isIP } from 'node:net';
import { options, parseCommandLine, SettingsError } from './command-line.ts';
import { fileFrom } from './file-argument.ts';
import type { ListenAddress } from './listen.ts';
import { asTyped, takesOptions } from './npm.ts';

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
  const { values, positionals } = parseCommandLine(args, env);
  if (values.help) return { action: 'help' };
  if (values.version) return { action: 'version' };

  refuseOptionsOfNpm(values, positionals, env);

  const { watch = false, log = false } = values;
  const path = fileFrom(positionals, env);
  if (values.check && path === undefined) throw new SettingsError('--check needs a file');
  if (watch && (path ?? '-') === '-') throw new SettingsError('--watch needs the path of a file');
  const holdsSocket = env.LISTEN_PID === String(pid) && Number(env.LISTEN_FDS) >= 1;
  // The first descriptor that a supervisor passes on is 3 (`SD_LISTEN_FDS_START` in sd_listen_fds(3)).
  const address = holdsSocket
    ? { fd: 3 }
    : { port: portFrom(values.port, env.PORT), ...hostFrom(values.host, env.HOST) };
  return { action: values.check ? 'check' : 'serve', path, watch, log, address };
}

/**
 * Without `--`, npm keeps our options, and sets variables: `npm_config_port` is 4000 for `--port=4000`, and `true` for
 * `--port 4000`, whose 4000 it passes on as an argument.
 */
function refuseOptionsOfNpm(values: object, positionals: string[], env: NodeJS.ProcessEnv): void {
  if (!takesOptions(env)) return;
  const taken = Object.entries(options).flatMap(([name, { type }]) => {
    const variable = env[`npm_config_${name}`];
    if (!variable || name in values) return [];
    if (type === 'boolean') return `--${name}`;
    const value = variable === 'true' ? positionals.find((each) => /^\d+$/.test(each)) : variable;
    return `--${name} ${value ?? '<value>'}`;
  });
  if (taken.length === 0) return;
  const all = taken.join(' ');
  const advice = `put -- before it, as in ${asTyped(all, env)}, or remove it from .npmrc`;
  throw new SettingsError(`npm took ${all}: ${advice}`);
}

function portFrom(option: string | undefined, variable = ''): number {
  const port = option ?? (variable || '3000');
  if (/^\d+$/.test(port) && Number(port) <= 65535) return Number(port);
  const name = option === undefined ? 'PORT' : '--port';
  throw new SettingsError(
    `${name}: expected a whole number from 0 to 65535, got ${JSON.stringify(port)}`,
  );
}

function hostFrom(option: string | undefined, variable = ''): ListenAddress {
  if (option === undefined && variable === '') return { host: '' };
  const host = option ?? variable;
  const hostSetting = option === undefined ? 'HOST' : '--host';
  // Whatever else is in it, no system finds such a name.
  if (isIP(host) !== 0 || /^(?!-)[\p{L}\p{N}._-]+$/u.test(host)) return { host, hostSetting };
  const without = /:\/\/|:\d+$/.test(host) ? ' without scheme and port' : '';
  throw new SettingsError(
    `${hostSetting}: expected a name or an address${without}, got ${JSON.stringify(host)}`,
  );
}

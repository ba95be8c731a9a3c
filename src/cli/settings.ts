import { show } from '../domain/show.ts';
import {
  DEFAULT_PORT,
  HIGHEST_PORT,
  options,
  parseCommandLine,
  SettingsError,
} from './command-line.ts';
import type { ListenAddress } from './listen.ts';

/** What the command line and the environment ask for. */
export type Settings = { readonly action: 'help' } | { readonly action: 'version' } | ServeSettings;

export interface ServeSettings {
  /** `check` only checks the file, and needs one. */
  readonly action: 'serve' | 'check';
  /** Path of the catalogue file, `-` for standard input; `undefined` for the sample products. */
  readonly file: string | undefined;
  /** Whether to load the file again after each change; `file` is then a path. */
  readonly watch: boolean;
  /** Whether to print a line for each response. */
  readonly log: boolean;
  readonly address: ListenAddress;
}

/**
 * Settings from the command line and the environment. An option overrides its variable; an empty variable
 * counts as unset. A socket that the supervisor holds overrides port and host.
 * @param args the command line's arguments, without program and script
 * @param pid the id of this process: a socket counts only if it was passed to this process, not to its parent
 * @throws {SettingsError}
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): Settings {
  const isUnderNpm = environment.npm_lifecycle_event === 'start';
  // npm takes an option before `--` for its own, and passes it on only in such a variable.
  const taken = Object.keys(options).find((name) => environment[`npm_config_${name}`]);
  if (isUnderNpm && taken !== undefined) {
    const advice = 'put -- before it, as in npm start -- --port 4000';
    throw new SettingsError(`npm took --${taken}: ${advice}`);
  }
  const { values, positionals } = parseCommandLine(args);
  if (values.help) return { action: 'help' };
  if (values.version) return { action: 'version' };

  const watch = values.watch === true;
  const log = values.log === true;
  const [file = environment.CATALOG_FILE || undefined, ...more] = positionals;
  if (more.length > 0) {
    const hint = isUnderNpm ? '; put -- before the options' : '';
    throw new SettingsError(`expected one file, got ${positionals.map(show).join(', ')}${hint}`);
  }
  if (file === '') throw new SettingsError('expected a file, got an empty name');
  if (values.host === '' || values.host === true) {
    throw new SettingsError('--host: expected an address, got nothing');
  }
  if (values.check && file === undefined) throw new SettingsError('--check needs a file');
  const isPath = file !== undefined && file !== '-';
  if (watch && !isPath) throw new SettingsError('--watch needs the path of a file');
  const port =
    values.port === undefined
      ? toPort('PORT', environment.PORT || String(DEFAULT_PORT))
      : toPort('--port', values.port);
  const [host, hostFrom] = values.host
    ? [String(values.host), '--host']
    : [environment.HOST || undefined, 'HOST'];
  const holdsSocket = environment.LISTEN_PID === String(pid) && Number(environment.LISTEN_FDS) >= 1;
  // The first descriptor that a supervisor passes on is 3 (`SD_LISTEN_FDS_START` in sd_listen_fds(3)).
  const address = holdsSocket ? { fd: 3 } : { port, host, hostFrom };
  return { action: values.check ? 'check' : 'serve', file, watch, log, address };
}

function toPort(name: string, value: string | boolean): number {
  const port = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  const expected = `a whole number from 0 to ${HIGHEST_PORT}`;
  throw new SettingsError(
    `${name}: expected ${expected}, got ${value === true ? 'nothing' : show(value)}`,
  );
}

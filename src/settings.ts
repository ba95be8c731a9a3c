import { DEFAULT_PORT, HIGHEST_PORT, parseCommandLine, SettingsError } from './command-line.ts';

/** What the command line and the environment ask for. */
export type Settings = { readonly action: 'help' } | { readonly action: 'version' } | ServeSettings;

export interface ServeSettings {
  /** `check` only says what is wrong with the file, and needs one. */
  readonly action: 'serve' | 'check';
  /** Path of the catalogue file, `-` for standard input; `undefined` for the sample products. */
  readonly file: string | undefined;
  /** Whether to load the file again after each change; `file` is then a path. */
  readonly watch: boolean;
  /** Whether to print a line for each response. */
  readonly log: boolean;
  /** TCP port to listen on, 0 to 65535; 0 lets the system pick a free one. */
  readonly port: number;
  /** Host name or address to listen on; `undefined` for all interfaces, IPv4 and IPv6. */
  readonly host: string | undefined;
  /** The listening socket that the supervisor holds, if any; `port` and `host` are then ignored. */
  readonly descriptor: number | undefined;
  /** A line for each setting that is ignored. */
  readonly warnings: readonly string[];
}

/** The first descriptor that a supervisor passes on (`SD_LISTEN_FDS_START` in sd_listen_fds(3)). */
const FIRST_DESCRIPTOR = 3;

/**
 * Settings from the command line and the environment. An option overrides its variable;
 * an empty variable counts as unset.
 * @param args the command line's arguments, without program and script
 * @param pid the id of this process: a socket counts only if it was passed to it, not to its parent
 * @throws {SettingsError}
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): Settings {
  const { values, positionals } = parseCommandLine(args);
  if (values.help) return { action: 'help' };
  if (values.version) return { action: 'version' };

  const { watch, log } = values;
  const [file = environment.CATALOG_FILE || undefined, ...more] = positionals;
  if (more.length > 0) {
    const files = list.format(positionals.map((name) => JSON.stringify(name)));
    throw new SettingsError(
      `expected one file, got ${files}; with npm start, put -- before the options`,
    );
  }
  if (file === '') throw new SettingsError('expected a file, got an empty name');
  if (values.check && file === undefined) throw new SettingsError('--check needs a file');
  if (watch && (file === undefined || file === '-')) {
    throw new SettingsError('--watch needs the path of a file');
  }
  const port =
    values.port === undefined
      ? toPort('PORT', environment.PORT || String(DEFAULT_PORT))
      : toPort('--port', values.port);
  const host = values.host ?? (environment.HOST || undefined);

  const warnings: string[] = [];
  const sockets = environment.LISTEN_PID === String(pid) ? Number(environment.LISTEN_FDS) : 0;
  const descriptor = sockets >= 1 ? FIRST_DESCRIPTOR : undefined;
  if (sockets > 1) warnings.push(`LISTEN_FDS is ${sockets}: only the first socket is served`);
  if (descriptor !== undefined && (values.port || values.host)) {
    warnings.push('--port and --host are ignored, as the supervisor holds the socket');
  }
  const action = values.check ? 'check' : 'serve';
  return { action, file, watch, log, port, host, descriptor, warnings };
}

const list = new Intl.ListFormat('en-GB');

function toPort(name: string, text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  const received = JSON.stringify(text);
  throw new SettingsError(
    `${name}: expected a whole number from 0 to ${HIGHEST_PORT}, got ${received}`,
  );
}

import { parseArgs } from 'node:util';

/** What the command line and the environment ask for. */
export type Settings = { readonly action: 'help' } | { readonly action: 'version' } | ServeSettings;

export interface ServeSettings {
  readonly action: 'serve';
  /** Path of the catalogue file; `undefined` for the seed products. */
  readonly file: string | undefined;
  /** Whether to serve the file again after each change; `file` is then a path. */
  readonly watch: boolean;
  /** Whether to print a line for each response. */
  readonly log: boolean;
  /** TCP port to listen on, 0 to 65535; 0 lets the system pick a free one. */
  readonly port: number;
  /** Host name or address to listen on; `undefined` for all interfaces, IPv4 and IPv6. */
  readonly host: string | undefined;
  /** The listening socket that the supervisor holds, if it holds one; `port` and `host` then do not count. */
  readonly descriptor: number | undefined;
  /** A line for each setting that does not count. */
  readonly warnings: readonly string[];
}

/** A setting is invalid. The message says which, in one line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const DEFAULT_PORT = 3000;
const HIGHEST_PORT = 65535;
/** The first descriptor that a supervisor passes on (`SD_LISTEN_FDS_START` in sd_listen_fds(3)). */
const FIRST_DESCRIPTOR = 3;

export const help = `Usage: product-catalogue [file] [options]

Serves the products of a JSON file, read-only, as JSON over HTTP.

  file               a JSON array of products, each with id, name and price;
                     - reads it from standard input
                     (CATALOG_FILE; default: three products to try it with)
  --watch            serve the file again after each change, without a restart
  --log              print a line for each response
  -p, --port <n>     TCP port, 0 to ${HIGHEST_PORT}; 0 picks a free one
                     (PORT; default: ${DEFAULT_PORT})
  --host <address>   host name or address to listen on
                     (HOST; default: all interfaces, IPv4 and IPv6)
  -h, --help         print this help and exit
  -v, --version      print the version and exit

An option overrides its environment variable, given in parentheses.

Examples:
  product-catalogue products.json
  product-catalogue products.json --watch --log
  product-catalogue products.json --port 8080 --host 127.0.0.1
`;

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
  const { values, positionals } = parse(args);
  if (values.help) return { action: 'help' };
  if (values.version) return { action: 'version' };
  const [file = environment.CATALOG_FILE || undefined, ...more] = positionals;
  if (more.length > 0) throw new SettingsError(`expected one file, got ${positionals.length}`);
  if (file === '') throw new SettingsError('expected a file, got an empty name');
  if (values.host === '') throw new SettingsError('--host: expected an address, got nothing');
  const { watch, log } = values;
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
  if (descriptor !== undefined && (values.port ?? values.host) !== undefined) {
    warnings.push('--port and --host do not count, as the supervisor holds the socket');
  }
  return { action: 'serve', file, watch, log, port, host, descriptor, warnings };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        watch: { type: 'boolean', default: false },
        log: { type: 'boolean', default: false },
        port: { type: 'string', short: 'p' },
        host: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    // The first sentence of the message says what is wrong.
    const [message] = (error as TypeError).message.split(/\.?\n|\. /, 1);
    throw new SettingsError(message, { cause: error });
  }
}

function toPort(name: string, text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  const received = JSON.stringify(text);
  throw new SettingsError(
    `${name}: expected a whole number from 0 to ${HIGHEST_PORT}, got ${received}`,
  );
}

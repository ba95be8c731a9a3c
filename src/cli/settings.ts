import { type ParseArgsConfig, parseArgs } from 'node:util';
import { LIMITS } from '../graceful-server/limits.ts';
import type { ListenAddress } from './listen.ts';

/** Thrown when the settings are not valid. The message says what is wrong. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** All options. The help text and README.md describe each. */
export const OPTIONS = {
  watch: { type: 'boolean', short: 'w' },
  log: { type: 'boolean' },
  check: { type: 'boolean' },
  port: { type: 'string', short: 'p' },
  host: { type: 'string', short: 'H' },
  delay: { type: 'string' },
  fail: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const satisfies ParseArgsConfig['options'];

/**
 * The longest delay, in milliseconds. After `LIMITS.timeout` without a byte, the server would close
 * the connection of a client that waits; half of that leaves a margin.
 */
const MAX_DELAY = LIMITS.timeout / 2;

export const HELP = `Usage: product-catalogue [file] [options]

Serves the products of a JSON file, read-only, as JSON over HTTP:
the list at /api/products, and each product at /api/products/<id>.

  file                  a JSON array of products, each with id, name and
                        price, or an object with that array under "products"
                        (see docs/products-file.md); "-" for standard input
                        (PRODUCTS_FILE; default: three sample products)
  -w, --watch           reload the file whenever it changes
  --log                 print a line for each response
  --check               check the file and exit
  -p, --port <n>        TCP port, 0 to 65535; 0 picks a free one
                        (PORT; default: 3000)
  -H, --host <address>  host name or address to listen on
                        (HOST; default: all interfaces, IPv4 and IPv6)
  --delay <ms>          wait 0 to ${MAX_DELAY} milliseconds before each response, as
                        on a slow network; for development (default: 0)
  --fail <percent>      answer 0 to 100 percent of the requests with 500, at
                        random; for development (default: 0)
  -h, --help            print this help and exit
  -v, --version         print the version and exit

The file and the options override their environment variables, which are given
in parentheses.

Examples:
  product-catalogue products.json
  product-catalogue products.json --watch --log
  product-catalogue products.json --port 8080 --host 127.0.0.1
`;

export type Settings =
  | { readonly action: 'help' | 'version' }
  | { readonly action: 'check'; readonly path: string }
  | ({ readonly action: 'serve' } & ServeSettings);

/** The settings that `HELP` explains. Without a path, the sample products are served. */
export interface ServeSettings {
  readonly path: string | undefined;
  readonly watch: boolean;
  readonly log: boolean;
  readonly delay: number;
  readonly fail: number;
  readonly address: ListenAddress;
}

/**
 * Reads the command line and the environment. The file and the options override their variables, an
 * empty variable counts as unset, and a supervisor's socket overrides port and host.
 * @param args the arguments after program and script
 * @throws {SettingsError} if the settings are not valid
 */
export function readSettings(args: string[], env: NodeJS.ProcessEnv, pid: number): Settings {
  const { values, positionals } = parseOptions(args);
  if (values.help) return { action: 'help' };
  if (values.version) return { action: 'version' };
  checkOptionsTakenByNpm(env);

  const { check, watch = false, log = false, delay = '0', fail = '0' } = values;
  const [path = env.PRODUCTS_FILE || undefined, ...extraFiles] = positionals;
  if (extraFiles.length > 0) {
    throw new SettingsError(`expected one file, got ${JSON.stringify(positionals)}`);
  }
  if (check) {
    if (path === undefined) throw new SettingsError('--check needs a file');
    return { action: 'check', path };
  }
  if (watch && (path === undefined || path === '-')) {
    throw new SettingsError('--watch needs the path of a file');
  }
  const port = values.port ?? (env.PORT || '3000');
  // Node would take an empty host for all interfaces.
  if (values.host === '') throw new SettingsError('--host: expected a name or an address, got ""');
  const host = values.host ?? env.HOST;
  return {
    action: 'serve',
    path,
    watch,
    log,
    delay: parseWholeNumber('--delay', delay, MAX_DELAY),
    fail: parseWholeNumber('--fail', fail, 100),
    address: hasInheritedSocket(env, pid)
      ? { fd: FIRST_INHERITED_FD }
      : { port: parseWholeNumber('--port or PORT', port, 65_535), ...(host && { host }) },
  };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node's message continues with advice that would mislead here.
    const [sentence] = (error as Error).message.split(/\.\s/, 1);
    throw new SettingsError(`${sentence}; see --help`);
  }
}

/**
 * Rejects options that npm has taken for its own, as it does without `--` (npm 10 without a
 * warning). npm does not pass them on, but sets variables: after `npm start --watch`,
 * `npm_config_watch` is `true`. Only the scripts `start` and `dev` are checked: npx passes options
 * on, and a script of another name may have options of its own.
 */
function checkOptionsTakenByNpm(env: NodeJS.ProcessEnv): void {
  const script = env.npm_lifecycle_event;
  if (script !== 'start' && script !== 'dev') return;
  const taken = Object.keys(OPTIONS).filter((name) => env[`npm_config_${name}`]);
  if (taken.length === 0) return;
  const options = taken.map((name) => `--${name}`).join(', ');
  // In PowerShell, npm up to 10.9.2, or from 11.0 to 11.3, loses a bare `--` (npm/cli#4903).
  const advice =
    'as in npm start -- products.json --watch; in PowerShell, "--" may need its quotes';
  throw new SettingsError(`npm took ${options}: options belong after "--", ${advice}`);
}

/** The first descriptor that a supervisor passes on (`SD_LISTEN_FDS_START` in sd_listen_fds(3)). */
const FIRST_INHERITED_FD = 3;

/**
 * Whether a supervisor has passed a socket to this process. `LISTEN_PID` must be the id of this
 * process, since children inherit the variables of their parents.
 */
function hasInheritedSocket(env: NodeJS.ProcessEnv, pid: number): boolean {
  if (env.LISTEN_PID !== String(pid)) return false;
  const count = Number(env.LISTEN_FDS);
  // The clients of a second socket would wait for ever.
  if (count > 1) throw new SettingsError(`LISTEN_FDS: expected one socket, got ${count}`);
  return count === 1;
}

function parseWholeNumber(setting: string, text: string, max: number): number {
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  const got = JSON.stringify(text);
  throw new SettingsError(`${setting}: expected a whole number from 0 to ${max}, got ${got}`);
}

import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A setting is invalid. The message says which, in one line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** All options. The help text and the documents have a line for each. */
export const options = {
  watch: { type: 'boolean', default: false },
  log: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const satisfies ParseArgsConfig['options'];

export const DEFAULT_PORT = 3000;
export const HIGHEST_PORT = 65535;

export const help = `Usage: product-catalogue [file] [options]

Serves the products of a JSON file, read-only, as JSON over HTTP.

  file               a JSON array of products, each with id, name and price;
                     use "-" for standard input
                     (CATALOG_FILE; default: three sample products)
  --watch            reload the file whenever it changes
  --log              print a line for each response
  --check            say what is wrong with the file, and exit
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
 * The options and files of the command line.
 * @param args without program and script
 * @throws {SettingsError} for an unknown option, or one without its value
 */
export function parseCommandLine(args: readonly string[]) {
  const config = { args: [...args], allowPositionals: true, options };
  // Being strict, `parseArgs` would say less clearly what is wrong.
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(options, name)) {
      const near = Object.keys(options).find((known) => isNear(name, known));
      const hint = near === undefined ? '' : `; did you mean --${near}?`;
      throw new SettingsError(`Unknown option '${JSON.stringify(rawName).slice(1, -1)}'${hint}`);
    }
    const expected = name === 'port' ? 'a port' : name === 'host' ? 'an address' : undefined;
    const isOption = value?.startsWith('-') && !token.inlineValue;
    if (expected === undefined ? value === undefined : value && !isOption) continue;
    const received = value ? JSON.stringify(value) : 'nothing';
    throw new SettingsError(`${rawName}: expected ${expected ?? 'no value'}, got ${received}`);
  }
  return parseArgs(config);
}

/** Whether two names have all letters but one in common, as after a slip of the finger. */
function isNear(a: string, b: string): boolean {
  const shared = [...a].filter((letter) => b.includes(letter)).length;
  return shared >= Math.max(a.length, b.length) - 1;
}

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { show } from '../domain/show.ts';

/** A setting is invalid. The message says which. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** All options. The help text and the documents have a line for each. */
export const options = {
  watch: { type: 'boolean' },
  log: { type: 'boolean' },
  check: { type: 'boolean' },
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
  --check            check the file and exit
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
 * The options and files of the command line. An option that takes a value is `true` if it has none.
 * @param args without program and script
 * @throws {SettingsError} for an unknown option, or a value that an option does not take
 */
export function parseCommandLine(args: readonly string[]) {
  // Not strict, as `parseArgs` would then give advice that does not apply: `-- "--wat"`, or `--port=-XYZ`.
  const config = { options, allowPositionals: true, strict: false, tokens: true } as const;
  const { tokens, values, positionals } = parseArgs({ ...config, args: [...args] });
  const known: ParseArgsConfig['options'] = options;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { rawName, value } = token;
    const type = known[token.name]?.type;
    if (type === undefined) throw new SettingsError(`unknown option ${rawName}; --help lists all`);
    if (type === 'boolean' && value !== undefined) {
      throw new SettingsError(`${rawName}: expected no value, got ${show(value)}`);
    }
  }
  return { values, positionals };
}

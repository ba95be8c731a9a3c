import { type ParseArgsConfig, parseArgs } from 'node:util';

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

export const help = `Usage: product-catalogue [file] [options]

Serves the products of a JSON file, read-only, as JSON over HTTP.

  file               a JSON array of products, each with id, name and price;
                     use "-" for standard input
                     (CATALOG_FILE; default: three sample products)
  --watch            reload the file whenever it changes
  --log              print a line for each response
  --check            check the file and exit
  -p, --port <n>     TCP port, 0 to 65535; 0 picks a free one
                     (PORT; default: 3000)
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

/** @throws {SettingsError} for an unknown option, a missing value, or a value that an option does not take */
export function parseCommandLine(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Not the advice that follows, such as to type `-- "--wat"`.
    const [reason = ''] = (error as Error).message.split(/\.\s/);
    const [, unknown = '?'] = /^Unknown option '--?(.+)'/.exec(reason) ?? [];
    // One that begins with the same letter, and has all the others: -w, --prot.
    const similar = Object.keys(options).find((name) => {
      return new RegExp(`^${name[0]}[${name}]*$`).test(unknown);
    });
    const hint = similar ? `did you mean --${similar}?` : '--help lists all options';
    throw new SettingsError(`${reason}; ${hint}`);
  }
}

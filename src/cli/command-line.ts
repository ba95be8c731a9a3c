import { type ParseArgsConfig, parseArgs } from 'node:util';
import { asTyped } from './npm.ts';

/** A setting is invalid. The message says which. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** All options. The help text and the documents have a line for each. */
export const options = {
  watch: { type: 'boolean', short: 'w' },
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
                     (PRODUCTS_FILE; default: three sample products)
  -w, --watch        reload the file whenever it changes
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

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/**
 * @param env says whether npm runs this process, for advice on what to type
 * @throws {SettingsError} for an unknown option, a missing value, or a value that an option does not take
 */
export function parseCommandLine(args: string[], env: NodeJS.ProcessEnv) {
  // Not strict, as Node would then refuse `--port -1` as ambiguous, and advise to type `-- "--wat"`.
  const parsed = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(options, name)) {
      throw new SettingsError(`no such option ${JSON.stringify(rawName)}; ${hintFor(name, env)}`);
    }
    const takesValue = options[name as keyof typeof options].type === 'string';
    if (takesValue && value === undefined) throw new SettingsError(`--${name} needs a value`);
    if (!takesValue && value !== undefined) throw new SettingsError(`--${name} takes no value`);
  }
  return { values: parsed.values as Values, positionals: parsed.positionals };
}

function hintFor(unknown: string, env: NodeJS.ProcessEnv): string {
  // One that begins with the same letter, and has all the others: -l, --prot.
  const similar = Object.keys(options).find((name) => {
    return new RegExp(`^${name[0]}[${name}]*$`).test(unknown);
  });
  return similar ? `did you mean --${similar}?` : `${asTyped('--help', env)} lists all options`;
}

/**
 * `npm run dev`: the service with `--watch` where it is given a file. `node --watch` starts it again
 * when a source file changes.
 */
import { parseArgs } from 'node:util';

const { positionals } = parseArgs({
  // What is wrong with the arguments is main's to say.
  strict: false,
  allowPositionals: true,
  options: { port: { type: 'string', short: 'p' }, host: { type: 'string' } },
});
if (positionals.length > 0 || process.env.CATALOG_FILE) process.argv.splice(2, 0, '--watch');
await import('./main.ts');

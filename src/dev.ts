/**
 * `npm run dev`: runs the service, with `--watch` if there is a file to watch. `node --watch` restarts it
 * when a source file changes.
 */
import { parseArgs } from 'node:util';

const { positionals } = parseArgs({
  // main.ts reports invalid arguments.
  strict: false,
  allowPositionals: true,
  options: { port: { type: 'string', short: 'p' }, host: { type: 'string' } },
});
const file = positionals[0] ?? process.env.CATALOG_FILE;
if (file && file !== '-') process.argv.splice(2, 0, '--watch');
await import('./main.ts');

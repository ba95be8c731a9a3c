import { readFileSync, writeFileSync } from 'node:fs';

const DOCUMENT = new URL('../docs/performance.md', import.meta.url);
/** What stands between these two lines of the document is the last run's. */
const BEGIN = '<!-- results: npm run bench -- --write -->';
const END = '<!-- end of results -->';

/** Puts `results` into `docs/performance.md` in place of those that are there. */
export function writeResults(results: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before] = document.split(BEGIN);
  const [, after] = document.split(END);
  if (after === undefined) throw new Error(`docs/performance.md lacks the line ${END}`);
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${results}\n\n${END}${after}`);
}

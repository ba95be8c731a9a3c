import { readFileSync } from 'node:fs';

/**
 * A block of shell commands, word for word as a document has it.
 * @param document such as `docs/operations.md`
 * @param start how the block starts
 * @throws {Error} if the document does not have exactly one such block
 */
export function documentedCommands(document: string, start: string): string {
  const text = readFileSync(document, 'utf8');
  const blocks = Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
  const [block, ...more] = blocks.filter((each) => each.startsWith(start));
  if (block === undefined || more.length > 0) {
    throw new Error(`${document} has not one block that starts with: ${start}`);
  }
  return block;
}

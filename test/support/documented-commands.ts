import { readFileSync } from 'node:fs';

/**
 * The blocks of a document in one language, word for word.
 * @param document such as `docs/operations.md`
 * @param language such as `sh`
 */
export function documentedBlocks(document: string, language: string): string[] {
  const text = readFileSync(document, 'utf8');
  const blocks = text.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return Array.from(blocks).flatMap(([, each, block = '']) => (each === language ? block : []));
}

/**
 * A block of shell commands, word for word as a document has it.
 * @param document such as `docs/operations.md`
 * @param start how the block starts
 * @throws {Error} if the document does not have exactly one such block
 */
export function documentedCommands(document: string, start: string): string {
  const blocks = documentedBlocks(document, 'sh');
  const [block, ...more] = blocks.filter((each) => each.startsWith(start));
  if (block === undefined || more.length > 0) {
    throw new Error(`${document} has not one block that starts with: ${start}`);
  }
  return block;
}

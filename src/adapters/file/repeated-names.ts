import { visit } from 'jsonc-parser';

/** The double quotes around the names and strings of one product in JSON. */
const QUOTES = 8;

/**
 * Finds products in which a field is repeated: `JSON.parse` keeps the last one, without a word.
 * @param text a JSON array of `length` objects that are products once they are parsed
 * @returns for each product with repeated fields, a line on one of them
 */
export function findRepeatedNames(text: string, length: number): string[][] {
  // To visit every name takes far longer than to count quotes, and a repeated name brings two more.
  if (countQuotes(text) === QUOTES * length) return [];
  const lines = new Map<unknown, string[]>();
  let names = new Set<string>();
  visit(text, {
    onObjectBegin(_offset, _length, _line, _character, path) {
      if (path().length === 1) names = new Set();
    },
    onObjectProperty(name, _offset, _length, _line, _character, path) {
      const [index, ...deeper] = path();
      if (deeper.length > 0) return;
      const line = `[${index}].${name}: expected one field of this name, got several`;
      if (names.has(name)) lines.set(index, [line]);
      names.add(name);
    },
  });
  return [...lines.values()];
}

/** How many double quotes begin or end a name or a string, in a text that is JSON. */
function countQuotes(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === '"') count += 1;
  }
  return count;
}

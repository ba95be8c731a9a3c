/**
 * What others have written, safe to print: a tab becomes a space, and each other character that is
 * invisible, or that a terminal could obey, becomes `\ufffd`. It is always a copy: in V8, a slice of
 * a text would keep the whole text in memory.
 */
export function printable(text: string): string {
  const characters = Array.from(text, (character) => {
    if (character === '\t') return ' ';
    return /(?! )[\p{C}\p{Z}]/u.test(character) ? '\ufffd' : character;
  });
  return characters.join('');
}

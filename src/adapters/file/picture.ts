/** How many characters of a line are shown. */
const MAX_LENGTH = 80;

/** Characters that take two columns of a terminal: those of East Asian scripts in their usual form, and emoji. */
const WIDE =
  /(?![\uff61-\uffdc\p{RI}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u303e\uff01-\uffe6\p{Emoji_Presentation}]/gu;

/** Characters that are drawn onto the one before. */
const COMBINING = /[\p{Mn}\p{Me}\u1160-\u11ff]/gu;

/**
 * Shows a place in a text as compilers do: the line, or a part of it if it is long, and a caret under the place.
 * @param column of the place in its line, from 0
 */
export function pictureOf(text: string, offset: number, column: number): string {
  const [line = ''] = text.slice(offset - column).split(/[\r\n]/, 1);
  const start = line.length > MAX_LENGTH ? Math.max(0, column - MAX_LENGTH / 2) : 0;
  const shown = replaceInvisible(line.slice(start, start + MAX_LENGTH));
  const before = replaceInvisible(line.slice(start, column));
  const spaces = before.replace(COMBINING, '').replace(WIDE, '  ').replace(/./gu, ' ');
  return `    ${shown}\n    ${spaces}^`;
}

/** Replaces what takes no column, or would move the following ones, by something that takes one column. */
export function replaceInvisible(text: string): string {
  return text.replaceAll('\t', ' ').replace(/(?! )[\p{Cc}\p{Cf}\p{Z}]/gu, '\ufffd');
}

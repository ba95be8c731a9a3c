/**
 * Makes text of others safe to print, such as a file's name, a value or an error: what a terminal could obey is escaped
 * (`\u001b`), and lines stay lines. To be called before colours are put on.
 */
export function printable(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  });
}

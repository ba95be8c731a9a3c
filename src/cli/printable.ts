/**
 * Makes untrusted text safe to print, such as a file's name, a value or an error: characters that a
 * terminal could obey are escaped (`\u001b`). Newlines are kept.
 */
export function printable(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  });
}

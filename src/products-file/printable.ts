/**
 * What others have written, safe to print: a tab becomes a space. Each other control, format,
 * separator, private-use or unassigned character, and each lone half of a surrogate pair, which a
 * terminal might obey or not show, becomes `\ufffd`.
 */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replace(/(?! )[\p{C}\p{Z}]/gu, '\ufffd');
}

/**
 * Makes what others have written safe to print. A space stays, and a tab becomes one. Each other
 * control, format, separator, private-use or unassigned character, and each lone half of a
 * surrogate pair, becomes `\ufffd`, since a terminal might obey it or not show it.
 */
export function toPrintable(text: string): string {
  return text.replaceAll('\t', ' ').replace(/(?! )[\p{C}\p{Z}]/gu, '\ufffd');
}

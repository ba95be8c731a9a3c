// Figures as text, in the tables of docs/performance.md.

/** The one in the middle by size; of an even number, the larger of the two. */
export function median(figures: readonly number[] = []): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** At most three digits that mean something, such as `10,000` or `1.02`. */
export function formatNumber(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/** The least and the greatest, such as `7–12`, or only `7` if they are the same. */
export function formatRange(figures: readonly number[]): string {
  const [least, greatest] = [Math.min(...figures), Math.max(...figures)].map(formatNumber);
  return least === greatest ? `${least}` : `${least}–${greatest}`;
}

/** The median with the range beside it, and its multiple of the reference's: `40.1 µs (38.4–43), 1.02 ×`. */
export function formatFigures(
  figures: readonly number[] = [],
  unit: string,
  reference?: readonly number[],
): string {
  const text = `${formatNumber(median(figures))} ${unit} (${formatRange(figures)})`;
  if (reference === undefined) return text;
  return `${text}, ${formatNumber(median(figures) / median(reference))} ×`;
}

/** A Markdown table with all columns but the first aligned to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(['---', ...head.slice(1).map(() => '--:')]) + rows.map(line).join('');
}

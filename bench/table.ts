// Figures as text, in the tables of docs/performance.md.

/** @param share 0.5 for the median, 0.25 for the lower quartile */
export function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.round((figures.length - 1) * share)] ?? Number.NaN;
}

/** At most three digits that mean something, such as `10,000` or `1.02`. */
export function formatNumber(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/** The median with the quartiles beside it: `361 ms (357–364)`. */
export function formatFigures(figures: readonly number[], unit: string): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) =>
    formatNumber(quantile(figures, share)),
  );
  return `${median} ${unit} (${low}–${high})`;
}

/** A Markdown table with all columns but the first aligned to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(['---', ...head.slice(1).map(() => '--:')]) + rows.map(line).join('');
}

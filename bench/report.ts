import { cpus, loadavg, release, type } from 'node:os';
import type { Target } from './scenarios.ts';

/** The figures of a row by the heading of their column. */
export type Figures = Readonly<Record<string, number>>;

/** What one round measured for a row of a table. */
export interface Sample {
  readonly table: string;
  readonly row: string;
  readonly figures: Figures;
}

/** The median of each figure. */
export function medians(turns: readonly Figures[]): Figures {
  const columns = Object.keys(turns[0] ?? {});
  return Object.fromEntries(columns.map((column) => [column, median(pick(turns, column))]));
}

/** How many times its reference a figure is: the median of the ratios of neighbours in time. */
export function ratio(own: readonly Figures[], other: readonly Figures[], column: string): number {
  return median(divide(pick(own, column), pick(other, column)));
}

function pick(turns: readonly Figures[], column: string): number[] {
  return turns.map((figures) => figures[column] ?? Number.NaN);
}

function divide(values: readonly number[], references: readonly number[]): number[] {
  return values.map((value, index) => value / (references[index] ?? Number.NaN));
}

/** The middle one by size; of an even number, the greater of the middle two. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Every target, what was found, and whether the median of the rounds is good enough. */
export function judge(samples: readonly Sample[], targets: readonly Target[]): string {
  const rows = targets.map(([table, row, column, bound, limit, unit = '', rivals = []]) => {
    const of = (name: string): number[] => {
      const own = samples.filter((sample) => sample.table === table && sample.row === name);
      return own.flatMap(({ figures }) => figures[column] ?? []);
    };
    const best = of(row).map((_, round) =>
      Math.max(...rivals.map(({ name }) => of(name)[round] ?? 0)),
    );
    const found = rivals.length > 0 ? divide(of(row), best) : of(row);
    const isReached = bound === 'at most' ? median(found) <= limit : median(found) >= limit;
    const verdict = isReached ? 'reached' : found.length > 0 ? 'not reached' : 'not measured';
    return [`${table}: ${row}`, column, `${bound} ${limit} ${unit}`, show(found), verdict];
  });
  return section('Targets', ['', 'figure', 'target', 'found', ''], rows);
}

/** All samples as Markdown. */
export function tabulate(samples: readonly Sample[]): string {
  const sections = [...new Set(samples.map(({ table }) => table))].map((table) => {
    const own = samples.filter((sample) => sample.table === table);
    const columns = Object.keys(own[0]?.figures ?? {});
    const rows = [...new Set(own.map(({ row }) => row))].map((row) => {
      const rounds = own.filter((sample) => sample.row === row).map(({ figures }) => figures);
      return [row, ...columns.map((column) => show(pick(rounds, column)))];
    });
    return section(table, ['', ...columns], rows);
  });
  return sections.join('\n\n');
}

/** The median of the rounds, with the least and the most. */
function show(values: readonly number[]): string {
  if (values.length === 0) return '–';
  const middle = median(values);
  const digits = values.every(Number.isInteger) || middle >= 100 ? 0 : middle >= 10 ? 1 : 2;
  const { format } = new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const [least, most] = [Math.min(...values), Math.max(...values)].map(format);
  return least === most ? format(middle) : `${format(middle)} (${least}–${most})`;
}

/** A heading and a table, aligned so that it reads well in a terminal too. */
function section(title: string, head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [`### ${title}\n`, ...[head, rule, ...rows].map(line)].join('\n');
}

/** What you have to know of a run to read its figures: how, when and on what. */
export function describeRun(extent: string): string {
  const command = ['npm run bench', ...process.argv.slice(2)].join(' -- ');
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${type()} ${release()}`;
  return [
    `Measured by \`${command}\` (${extent}) on ${new Date().toISOString().slice(0, 10)}, on`,
    `${machine}, Node.js ${process.version}; load average before it ${loadavg()[0]?.toFixed(1)}.`,
  ].join('\n');
}

// Draws the results with Vega-Lite, as SVG for pages in light and in dark.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { median, type Results, rowsOf } from './results.ts';
import { BARE, ROOT, SERVICE } from './scenarios.ts';

const COLOURS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  paper: ['#ffffff', '#0d1117'],
  ink: ['#1f2328', '#e6edf3'],
  grid: ['#d8dee4', '#30363d'],
  bar: ['#8c959f', '#6e7681'],
  [SERVICE]: ['#0550ae', '#58a6ff'],
  [BARE]: ['#57606a', '#9ba5b0'],
  sirv: ['#8a4600', '#f0a04b'],
  Fastify: ['#116329', '#56d364'],
  Hono: ['#8250df', '#c297ff'],
  Express: ['#a40e26', '#ff7b72'],
  'json-server': ['#6a5d00', '#d9b92e'],
};
const property = (name: string) => `--${name.replace(/\W/g, '-')}`;
const colour = (name: string) => `var(${property(name)})`;
const declare = (scheme: 0 | 1) =>
  Object.entries(COLOURS).map(([name, pair]) => `${property(name)}:${pair[scheme]};`);
const STYLE = `<style>:root{${declare(0).join('')}}
@media (prefers-color-scheme:dark){:root{${declare(1).join('')}}}</style>`;

const FONT_SIZE = 16;
const config = {
  axis: {
    ...{ gridColor: colour('grid'), domainColor: colour('grid'), tickColor: colour('grid') },
    ...{ labelColor: colour('ink'), titleColor: colour('ink'), titleFontWeight: 'normal' },
    ...{ labelFontSize: FONT_SIZE, titleFontSize: FONT_SIZE, titlePadding: 8, labelFlush: false },
  },
  title: { color: colour('ink'), fontSize: 18, anchor: 'start', offset: 14 },
  line: { point: { size: 40 } },
  bar: { height: 20 },
  rule: { color: colour('ink'), strokeWidth: 2 },
  text: { fontSize: FONT_SIZE, align: 'left', dx: 9 },
  font: 'system-ui, sans-serif',
  background: colour('paper'),
  view: { stroke: null },
};

/** Vega-Lite specifications by the names of their files. */
export function pictures(results: Results): Record<string, object> {
  const of = (table: string, figure: string) => pointsOf(results, table, figure);
  const seconds = lines('Seconds to the first answer', of('One of many', 'seconds'), 170);
  const memory = lines('Memory, MB', of('One of many', 'MB loaded'), 170);
  return {
    'lists.svg': lines('Lists per second', of('List', 'requests/s'), 350),
    'one-product.svg': bars('CPU time for one product, µs', of('One product', 'CPU')),
    'loading.svg': { vconcat: [seconds, memory] },
  };
}

/** SVG that follows the reader's colour scheme. */
export function render(specification: object): string {
  const input = JSON.stringify({ ...specification, config });
  const program = join(ROOT, 'bench/render.mjs');
  const svg = execFileSync(process.execPath, [program], { input, encoding: 'utf8' });
  return svg.replace('>', `>${STYLE}`);
}

/** One figure of a table: the median of the rounds, the least and the most. */
function pointsOf(results: Results, table: string, figure: string) {
  const rows = rowsOf(results, table).filter(({ server }) => !server.endsWith(', again'));
  return rows.map(({ server, products, figures: { [figure]: all = [] } }) => {
    const [least, value, most] = [Math.min(...all), median(all), Math.max(...all)];
    return { server, products, least, value, most, colour: colour(server) };
  });
}
type Points = ReturnType<typeof pointsOf>;

const isService = `datum.server === '${SERVICE}'`;

/** A line for each server with its name at the end, both axes logarithmic. */
function lines(text: string, points: Points, height: number) {
  const powers = points.map(({ value }) => Math.log10(value));
  const bottom = Math.floor(Math.min(...powers));
  const decades = Math.ceil(Math.max(...powers)) - bottom;
  const ticks = Array.from({ length: decades + 1 }, (_, power) => 10 ** (bottom + power));
  const most = Math.max(...points.map(({ products }) => products));
  let power = Number.POSITIVE_INFINITY;
  const names = points
    .filter(({ products }) => products === most)
    .sort((a, b) => b.value - a.value)
    .map((point) => {
      // At the end of its line, unless the name above it leaves no room there.
      power = Math.min(Math.log10(point.value), power - (decades / height) * 1.2 * FONT_SIZE);
      return { ...point, value: 10 ** power };
    });
  const axis = { labelExpr: "format(datum.value, datum.value < 1 ? '' : '~s')" };
  const size = {
    ...{ field: 'products', type: 'quantitative', scale: { type: 'log', nice: false } },
    axis: { ...axis, grid: false, values: [...new Set(points.map(({ products }) => products))] },
  };
  const value = {
    ...{ field: 'value', type: 'quantitative', axis: { ...axis, title: null, values: ticks } },
    scale: { type: 'log', domain: [ticks[0], ticks.at(-1)] },
  };
  const color = { field: 'colour', type: 'nominal', scale: null };
  const strokeWidth = { condition: { test: isService, value: 4 }, value: 2 };
  return {
    ...{ title: { text, frame: 'group' }, width: 380, height },
    encoding: { x: size, y: value, color },
    layer: [
      { data: { values: points }, mark: 'line', encoding: { strokeWidth } },
      { data: { values: names }, mark: 'text', encoding: { text: { field: 'server' } } },
    ],
  };
}

/** A bar for each server, the shortest first, with the range of the rounds. */
function bars(title: string, points: Points) {
  const axis = { title: null, ticks: false, labelPadding: 8, labelLimit: 300 };
  const color = { condition: { test: isService, value: colour(SERVICE) }, value: colour('bar') };
  const x = (field: string) => ({ field, type: 'quantitative', axis: null });
  const text = { field: 'value', format: '.0f' };
  return {
    ...{ title, width: 280, height: { step: 32 } },
    data: { values: points.toSorted((a, b) => a.value - b.value) },
    encoding: { y: { field: 'server', sort: null, axis } },
    layer: [
      { mark: 'bar', encoding: { x: x('value'), color } },
      { mark: 'rule', encoding: { x: x('least'), x2: { field: 'most' } } },
      { mark: { type: 'text', color: colour('ink') }, encoding: { x: x('most'), text } },
    ],
  };
}

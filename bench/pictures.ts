// Draws the results as SVG for pages in light and in dark.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Results, rowsOf } from './results.ts';
import { isTwin, ROOT, SERVICE } from './scenarios.ts';

/** As bench/pictures.css names it. */
const colour = (name: string) => `var(--${name.replace(/\W/g, '-')})`;

/** The pictures by the paths of their files. */
export const pictures = (results: Results): Record<string, string> => ({
  'docs/lists.svg': lines(pointsOf(results, 'List of all', 'requests/s')),
  'docs/one-product.svg': bars(pointsOf(results, 'One product of all', 'CPU')),
});

/** One figure of a table: the median of the rounds, the least and the most. */
function pointsOf(results: Results, table: string, figure: string) {
  const rows = rowsOf(results, table).filter(({ server }) => !isTwin(server));
  return rows.map(({ server, products, figures: { [figure]: all = [] } }) => {
    const [least, value, most] = [Math.min(...all), median(all), Math.max(...all)];
    return { server, products, least, value, most };
  });
}
type Points = ReturnType<typeof pointsOf>;

function draw(name: string, attributes: Record<string, string | number>, content = ''): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
  return `<${name} ${pairs.join(' ')}>${content}</${name}>`;
}

const write = (text: string | number, x: number, y: number, style = '') =>
  draw('text', { x, y, class: style }, text.toLocaleString('en', { notation: 'compact' }));

function picture(title: string, width: number, height: number, parts: readonly string[]): string {
  const style = draw('style', {}, readFileSync(join(ROOT, 'bench/pictures.css'), 'utf8'));
  const content = [style, write(title, 4, 16, 'title'), ...parts].join('\n');
  const box = { width, height, viewBox: `0 0 ${width} ${height}` };
  return draw('svg', { xmlns: 'http://www.w3.org/2000/svg', ...box }, content);
}

/** A line for each server with its name at the end, both axes logarithmic. */
function lines(points: Points): string {
  const [left, width, decade] = [56, 320, 75];
  const powers = points.map(({ value }) => Math.log10(value));
  const [least, most] = [Math.min(...powers) - 0.1, Math.ceil(Math.max(...powers))];
  const sizes = [...new Set(points.map(({ products }) => products))];
  const x = (size: number) => left + (width * sizes.indexOf(size)) / (sizes.length - 1);
  const y = (power: number) => Math.round(52 + decade * (most - power));
  const bottom = y(least);
  const parts = [write('products', left + width / 2, bottom + 42, 'centred')];
  for (const size of sizes) parts.push(write(size, x(size), bottom + 18, 'centred'));
  for (let power = Math.ceil(least); power <= most; power++) {
    const line = { d: `M${left} ${y(power)}h${width}`, class: 'grid' };
    parts.push(draw('path', line), write(10 ** power, left - 8, y(power), 'before'));
  }
  const ends = [...new Set(points.map(({ server }) => server))].map((server) => {
    const own = points.filter((point) => point.server === server);
    const heights = own.map(({ value }) => y(Math.log10(value)));
    const places = own.map(({ products }, index) => `${x(products)} ${heights[index]}`);
    const style = `stroke: ${colour(server)}; stroke-width: ${server === SERVICE ? 4 : 2}`;
    parts.push(draw('path', { d: `M${places.join('L')}`, style }));
    return { name: draw('tspan', { fill: colour(server) }, server), height: heights.at(-1) ?? 0 };
  });
  // Lines that end together have one label.
  let together: typeof ends = [];
  for (const [index, end] of ends.sort((a, b) => a.height - b.height).entries()) {
    together.push(end);
    if ((ends[index + 1]?.height ?? bottom * 2) - end.height < 18) continue;
    const label = together.map(({ name }) => name).join(', ');
    parts.push(write(label, left + width + 9, ((together[0]?.height ?? 0) + end.height) / 2));
    together = [];
  }
  return picture('Lists per second', left + width + 200, bottom + 58, parts);
}

/** A bar for each server, the shortest first, with the range of the rounds. */
function bars(points: Points): string {
  const [left, width, step] = [190, 250, 32];
  const longest = Math.max(...points.map(({ most }) => most));
  const x = (value: number) => left + Math.round((width * value) / longest);
  const sorted = points.toSorted((a, b) => a.value - b.value);
  const parts = sorted.flatMap(({ server, least, value, most }, index) => {
    const y = 76 + step * index;
    const fill = colour(server.startsWith(SERVICE) ? SERVICE : 'bar');
    return [
      write(server, left - 8, y, 'before'),
      draw('rect', { x: left, y: y - 10, width: x(value) - left, height: 20, fill }),
      draw('path', { d: `M${x(least)} ${y}H${x(most)}` }),
      write(value.toFixed(0), x(most) + 9, y),
    ];
  });
  parts.push(write('Thin lines: range of the rounds', 4, 40));
  return picture('CPU time for one product, µs', 500, 70 + step * points.length, parts);
}

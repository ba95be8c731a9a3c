// Draws the results as SVG, for pages in light and in dark.
import { readFileSync } from 'node:fs';
import { median, type Results, rowsOf } from './results.ts';
import { SERVICE, TWIN } from './scenarios.ts';

/** As chart.css names it: the name of a server, up to its options, is one of a colour. */
const colour = (name: string) => `var(--${name.replace(/,.*/, '').replace(/\W/g, '-')})`;

const path = (d: string, name: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour(name)}" stroke-width="${width}"${name.includes(',') ? ' stroke-dasharray="6"' : ''}/>`;

const write = (text: string, x: number, y: number, anchor: 'start' | 'middle' | 'end') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;

const short = (count: number) => count.toLocaleString('en', { notation: 'compact' });

/** Lists per second by number of products: a line for each server with its name at the end, both axes logarithmic. */
export function chartOf(results: Results): string {
  const points = rowsOf(results, 'List')
    .filter(({ server }) => server !== TWIN)
    .map((row) => ({ ...row, power: Math.log10(median(row.figures['requests/s'])) }));
  const [left, width, decade] = [56, 320, 75];
  const powers = points.map(({ power }) => power);
  const [least, most] = [Math.min(...powers) - 0.3, Math.ceil(Math.max(...powers))];
  const sizes = [...new Set(points.map(({ products }) => products))];
  const x = (size: number) => left + (width * sizes.indexOf(size)) / (sizes.length - 1);
  const y = (power: number) => Math.round(52 + decade * (most - power));
  const bottom = y(least);
  const parts = [write('products', left + width / 2, bottom + 42, 'middle')];
  for (const size of sizes) parts.push(write(short(size), x(size), bottom + 18, 'middle'));
  for (let power = Math.ceil(least); power <= most; power++) {
    parts.push(path(`M${left} ${y(power)}h${width}`, 'grid', 1));
    parts.push(write(short(10 ** power), left - 8, y(power), 'end'));
  }
  let label = 0;
  const ends = points.filter(({ products }) => products === sizes.at(-1));
  for (const { server, power } of ends.sort((a, b) => b.power - a.power)) {
    const own = points.filter((point) => point.server === server);
    const places = own.map((point) => `${x(point.products)} ${y(point.power)}`);
    parts.push(path(`M${places.join('L')}`, server, server === SERVICE ? 4 : 2));
    // Below the last, if their lines end together.
    label = Math.max(label + 18, y(power));
    const name = `<tspan fill="${colour(server)}">${server}</tspan>`;
    parts.push(write(name, left + width + 9, label, 'start'));
  }
  const [right, end] = [left + width + 290, bottom + 58];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${end}" viewBox="0 0 ${right} ${end}">
<style>${readFileSync('bench/chart.css', 'utf8')}</style>
<text x="4" y="16" font-size="18" font-weight="bold">Lists per second (logarithmic axes)</text>
${parts.join('\n')}
</svg>
`;
}

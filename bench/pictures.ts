// Draws the results as SVG for pages in light and in dark.
import { readFileSync } from 'node:fs';
import { format, median, type Results, rowsOf } from './results.ts';
import { KOA, SERVICE, TWIN } from './scenarios.ts';

/** The pictures by the paths of their files. */
export const pictures = (results: Results): Record<string, string> => ({
  'docs/lists.svg': lines(pointsOf(results, 'List of all', 'requests/s')),
  'docs/one-product.svg': bars(pointsOf(results, 'One product of all', 'ratio of CPU')),
});

/** One figure of a table: the median of the rounds, the least and the most. */
function pointsOf(results: Results, table: string, figure: string) {
  const rows = rowsOf(results, table).filter(({ server }) => server !== TWIN);
  return rows.map(({ server, products, figures: { [figure]: all = [] } }) => {
    const [least, value, most] = [Math.min(...all), median(all), Math.max(...all)];
    return { server, products, least, value, most };
  });
}
type Points = ReturnType<typeof pointsOf>;

/** As pictures.css names it: the name of a server, up to its options, is one of a colour. */
const colour = (name: string) => `var(--${name.replace(/,.*/, '').replace(/\W/g, '-')})`;

const path = (d: string, name: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour(name)}" stroke-width="${width}"${name.includes(',') ? ' stroke-dasharray="6"' : ''}/>`;

const write = (text: string, x: number, y: number, anchor: 'start' | 'middle' | 'end') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;

const short = (count: number) => count.toLocaleString('en', { notation: 'compact' });

function picture(title: string, width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>${readFileSync('bench/pictures.css', 'utf8')}</style>
<text x="4" y="16" font-size="18" font-weight="bold">${title}</text>
${parts.join('\n')}
</svg>
`;
}

/** A line for each server with its name at the end, both axes logarithmic. */
function lines(points: Points): string {
  const [left, width, decade] = [56, 320, 75];
  const powers = points.map(({ value }) => Math.log10(value));
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
  for (const { server, value } of ends.sort((a, b) => b.value - a.value)) {
    const own = points.filter((point) => point.server === server);
    const places = own.map((point) => `${x(point.products)} ${y(Math.log10(point.value))}`);
    parts.push(path(`M${places.join('L')}`, server, server === SERVICE ? 4 : 2));
    // Below the last, if their lines end together.
    label = Math.max(label + 18, y(Math.log10(value)));
    const name = `<tspan fill="${colour(server)}">${server}</tspan>`;
    parts.push(write(name, left + width + 9, label, 'start'));
  }
  return picture('Lists per second (logarithmic axes)', left + width + 290, bottom + 58, parts);
}

/** A bar for each server, the shortest first, with the range of the rounds. */
function bars(points: Points): string {
  const [left, width, step] = [190, 250, 32];
  const longest = Math.max(...points.map(({ most }) => most));
  const x = (value: number) => left + Math.round((width * value) / longest);
  const sorted = points.toSorted((a, b) => a.value - b.value);
  const parts = sorted.flatMap(({ server, least, value, most }, index) => {
    const y = 76 + step * index;
    return [
      write(server, left - 8, y, 'end'),
      path(`M${left} ${y}H${x(value)}`, server.startsWith(SERVICE) ? SERVICE : 'other', 20),
      path(`M${x(least)} ${y}H${x(most)}`, 'ink', 2),
      write(format(value), x(most) + 9, y, 'start'),
    ];
  });
  parts.push(write('Thin lines: range of the rounds', 4, 40, 'start'));
  return picture(`CPU time for one product, × ${KOA}`, 540, 70 + step * points.length, parts);
}

// Draws responses per second as SVG, in light or dark as the reader's system is.

export interface Line {
  readonly name: string;
  /** Responses per second, for each kind of response. */
  readonly rates: readonly number[];
}

const STYLE = `
svg { color-scheme: light dark; background: light-dark(#fff, #0d1117); font: 14px system-ui, sans-serif }
text { fill: light-dark(#1f2328, #e6edf3); dominant-baseline: central }
path { stroke: light-dark(#d8dee4, #30363d); fill: none }
.service { --colour: light-dark(#0550ae, #58a6ff); font-weight: bold }
.cached { --colour: light-dark(#116329, #56d364) }
.serialised { --colour: light-dark(#a43c00, #f0a04b) }
text[class] { fill: var(--colour) }
path[class] { stroke: var(--colour); stroke-width: 1.5 }
path.service { stroke-width: 4 }
`;
const classOf = (name: string) =>
  name === 'this service' ? 'service' : /cached|node:http/.test(name) ? 'cached' : 'serialised';
const [WIDTH, LEFT, RIGHT, TOP, DECADE, LINE_HEIGHT] = [430, 48, 270, 70, 80, 17];

const write = (text: string, x: number, y: number, attributes = '') =>
  `<text x="${x}" y="${y}" ${attributes}>${text}</text>`;

/** Responses per second on a logarithmic axis: a line for each server, with its name at the end. */
export function drawChart(kinds: readonly string[], lines: readonly Line[]): string {
  const powers = lines.flatMap(({ rates }) => rates.map(Math.log10));
  const [least, greatest] = [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers))];
  const x = (index: number) => LEFT + ((RIGHT - LEFT) * index) / (kinds.length - 1);
  const y = (rate: number) => Math.round(TOP + DECADE * (greatest - Math.log10(rate)));
  const bottom = y(10 ** least);
  const format = (count: number) => count.toLocaleString('en', { notation: 'compact' });

  const parts = [write('Responses per second on one core', 8, 16, 'font-weight="bold"')];
  parts.push(write('cached list', 8, 40, 'class="cached"'));
  parts.push(write('serialised for each request', 92, 40, 'class="serialised"'));
  for (const [index, kind] of kinds.entries()) {
    parts.push(write(kind, x(index), bottom + 18, 'text-anchor="middle"'));
  }
  for (let rate = 10 ** least; rate <= 10 ** greatest; rate *= 10) {
    parts.push(write(format(rate), LEFT - 8, y(rate), 'text-anchor="end"'));
    parts.push(`<path d="M${LEFT} ${y(rate)}H${RIGHT}"/>`);
  }
  let labelY = 0;
  const last = ({ rates }: Line) => rates.at(-1) ?? Number.NaN;
  for (const line of lines.toSorted((a, b) => last(b) - last(a))) {
    const points = line.rates.map((rate, index) => `${x(index)} ${y(rate)}`);
    parts.push(`<path d="M${points.join('L')}" class="${classOf(line.name)}"/>`);
    // Lower than the end of its line, if the name above would overlap it.
    labelY = Math.max(labelY + LINE_HEIGHT, y(last(line)));
    parts.push(write(line.name, RIGHT + 8, labelY, `class="${classOf(line.name)}"`));
  }
  const height = Math.max(bottom + 32, labelY + LINE_HEIGHT);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">
<style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
}

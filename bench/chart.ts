// Draws responses per second as bars in SVG, in light or dark as the reader's system is.
import { formatNumber } from './table.ts';

export interface Panel {
  readonly title: string;
  /** Responses per second of each server. */
  readonly bars: readonly { readonly server: string; readonly rate: number }[];
}

const STYLE = `
svg { color-scheme: light dark; background: light-dark(#fff, #0d1117) }
text { font: 14px system-ui, sans-serif }
text { fill: light-dark(#1f2328, #e6edf3); dominant-baseline: central }
.title, .service { font-weight: bold }
rect.service { fill: light-dark(#0a3069, #a5d6ff) }
rect.cached { fill: light-dark(#4493f8, #2f7ae5) }
rect.serialised { fill: light-dark(#8c959f, #7d8590) }
`;
const [WIDTH, MARGIN, LEFT, LONGEST, ROW] = [430, 8, 148, 222, 22];

const classOf = (server: string) => {
  if (server === 'this service') return 'service';
  return /cached|node:http/.test(server) ? 'cached' : 'serialised';
};

/** A panel for each kind of response, with its own scale and its fastest server on top. */
export function drawChart(panels: readonly Panel[]): string {
  const parts: string[] = [];
  let y = ROW;
  const write = (text: string, x: number, className: string) =>
    parts.push(`<text x="${x}" y="${y}" class="${className}">${text}</text>`);
  const drawBar = (width: number, x: number, className: string) =>
    parts.push(`<rect x="${x}" y="${y - 7}" width="${width}" height="14" class="${className}"/>`);

  write('Responses per second on one core', MARGIN, 'title');
  y += ROW;
  write('Computed from CPU time. Each panel has its own scale.', MARGIN, 'scale');
  y += ROW;
  const legend = { service: 'this service', cached: 'cached list', serialised: 'not cached' };
  for (const [index, [className, text]] of Object.entries(legend).entries()) {
    const x = MARGIN + index * 136;
    drawBar(14, x, className);
    write(text, x + 20, className);
  }
  for (const { title, bars } of panels) {
    y += 1.5 * ROW;
    write(title, MARGIN, 'title');
    const greatest = Math.max(...bars.map(({ rate }) => rate));
    for (const { server, rate } of bars.toSorted((a, b) => b.rate - a.rate)) {
      y += ROW;
      const width = Math.ceil((LONGEST * rate) / greatest);
      write(server, MARGIN, classOf(server));
      drawBar(width, LEFT, classOf(server));
      write(formatNumber(rate), LEFT + width + 6, classOf(server));
    }
  }
  const size = `width="${WIDTH}" height="${y + ROW}" viewBox="0 0 ${WIDTH} ${y + ROW}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>
<style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
}

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { pictures } from '../../bench/pictures.ts';
import { rowsOf } from '../../bench/results.ts';

interface Values {
  readonly data: {
    readonly values: readonly { readonly server: string; readonly value: number }[];
  };
}

interface Lines {
  readonly height: number;
  readonly encoding: { readonly y: { readonly scale: { readonly domain: [number, number] } } };
  readonly layer: readonly [lines: Values, names: Values];
}

const results = JSON.parse(readFileSync('docs/performance.json', 'utf8'));
const drawn = pictures(results);

describe('the pictures of the benchmark', () => {
  it('draw each server once', () => {
    const { data } = drawn['one-product.svg'] as Values;
    const measured = rowsOf(results, 'One product').map(({ server }) => server);
    const servers = measured.filter((server) => !server.endsWith('again'));
    expect(data.values.map(({ server }) => server)).to.have.members(servers);
  });

  it('name each line at its end, with room between the names', () => {
    const { height, encoding, layer } = drawn['lists.svg'] as Lines;
    const [lines, names] = layer.map(({ data }) => data.values) as [
      Values['data']['values'],
      Values['data']['values'],
    ];
    expect(names.map(({ server }) => server)).to.have.members([
      ...new Set(lines.map(({ server }) => server)),
    ]);
    const [least, most] = encoding.y.scale.domain.map(Math.log10) as [number, number];
    const pixels = names.map(({ value }) => ((most - Math.log10(value)) / (most - least)) * height);
    for (const [index, y] of pixels.slice(1).entries())
      expect(y - (pixels[index] ?? y)).to.be.above(16);
  });
});

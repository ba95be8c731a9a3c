import { expect } from 'chai';
import fc from 'fast-check';
import { parseProducts } from '../../src/products-file/parse-products.ts';
import { ProductsFileError } from '../../src/products-file/products-file-error.ts';
import { randomSeed } from '../support/random-seed.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const json = JSON.stringify(tea);

/** A text is read generously, and what is wrong with it is shown in its place. */
describe('parseProducts', () => {
  /** Parses a text. @returns its products, and the warnings without the name */
  function parse(text: string) {
    const warnings: string[] = [];
    const products = parseProducts(text, 'a.json', (line) => warnings.push(line));
    return { products, warnings: warnings.map((line) => line.replace('a.json: warning: ', '')) };
  }

  /** The lines of the error about a text. */
  function linesAbout(text: string): string[] {
    try {
      parseProducts(text, 'a.json', expect.fail);
    } catch (error) {
      if (error instanceof ProductsFileError) return error.message.split('\n');
      throw error;
    }
    throw new Error(`valid: ${text}`);
  }

  for (const [what, text] of [
    ['an array', `[${json}]`],
    ['a text with a byte-order mark', `\ufeff[${json}]`],
    ['the array under "products"', `{"$schema":"","products":[${json}],"v":1}`],
    ['the last of several fields with one name', `[{"price":1,${json.slice(1)}]`],
  ] as const) {
    it(`reads ${what}`, () => {
      const { products, warnings } = parse(text);
      expect(products).to.deep.equal([tea]);
      expect(products).to.be.frozen;
      expect(warnings).to.deep.equal([]);
    });
  }

  it('warns once of each field that it leaves out, and names ten at most', () => {
    const more = [{ image: 1 }, {}, { stock: 1, image: 1 }, JSON.parse('{"__proto__":1}')];
    const text = JSON.stringify(more.map((add, id) => ({ ...tea, id, ...add })));
    const { products, warnings } = parse(text);
    expect(products).to.deep.equal(more.map((_add, id) => ({ ...tea, id })));
    expect(warnings).to.deep.equal(['fields left out: "image", "stock", "__proto__"']);

    const eleven = Object.fromEntries(Array.from('abcdefghijk', (name) => [name, 1]));
    const ten = '"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"';
    const { warnings: cut } = parse(JSON.stringify([{ ...tea, ...eleven }]));
    expect(cut).to.deep.equal([`fields left out: ${ten}, …`]);
  });

  for (const [ids, warnings] of [
    [[7, 0, 3], []],
    [[7, 0, 7, 3, -0, 7], ['duplicate ids: 7, 0']],
  ] as const) {
    it(`warns of the ids ${ids}: ${warnings}`, () => {
      const { warnings: warned } = parse(JSON.stringify(ids.map((id) => ({ ...tea, id }))));
      expect(warned).to.deep.equal(warnings);
    });
  }

  it('warns if there are no products', () => {
    const { products, warnings } = parse('[]');
    expect(products).to.deep.equal([]);
    expect(warnings).to.deep.equal(['no products']);
  });

  it('shows no character in a warning that a terminal could obey', () => {
    const { warnings } = parse(JSON.stringify([{ ...tea, 'a\u009b\u202e': 1 }]));
    expect(warnings).to.deep.equal(['fields left out: "a\ufffd\ufffd"']);
  });

  it('says that a file is empty', () => {
    expect(linesAbout(' \n')).to.deep.equal(['a.json: expected products, got an empty file']);
  });

  const notAnArray = 'expected an array of products, or an object with that array under "products"';
  for (const [text, column] of [
    [json, 1],
    ['null', 1],
    ['"products"', 1],
    ['{"items":[1]}', 1],
    ['{"products":{}}', 13],
  ] as const) {
    it(`refuses ${text}`, () => {
      const caret = `${' '.repeat(column - 1)}^`;
      const lines = [`a.json:1:${column}: ${notAnArray}`, `    ${text}`, `    ${caret}`];
      expect(linesAbout(text)).to.deep.equal(lines);
    });
  }

  it('shows where a text is not JSON', () => {
    const lines = ['a.json:2:2: not JSON: invalid symbol', '    [', '    1; 2]', '     ^'];
    expect(linesAbout('[\n1; 2]')).to.deep.equal(lines);
  });

  const deep = '['.repeat(60_000) + ']'.repeat(60_000);
  const deeplyNested: [what: string, text: string, ...lines: string[]][] = [
    [
      'a text that is not JSON',
      '['.repeat(200_000),
      'a.json: not JSON, and nested too deeply to show where',
    ],
    ['a text without products', `{"x":${deep}}`, `a.json: ${notAnArray}`],
    [
      'a wrong product',
      `[{"id":1,"name":"Tea","price":"3","x":${deep}}]`,
      'a.json: invalid products: 1 of 1',
      'a.json: [0].price: expected a number',
    ],
  ];
  for (const [what, text, ...lines] of deeplyNested) {
    it(`refuses ${what} that is nested too deeply for the parser, without its place`, () => {
      expect(linesAbout(text)).to.deep.equal(lines);
    });
  }

  it('counts the wrong products, and shows the first five faults', () => {
    const lines = linesAbout(`[${json},\n{"id":1,"title":"Tea","price":3},\n7,1,2,3,4]`);
    expect(lines[0]).to.equal('a.json: invalid products: 6 of 7');
    expect(lines.slice(1, 9)).to.deep.equal([
      'a.json:2:1: [1].name: expected a string, got nothing',
      `    [${json},`,
      '    {"id":1,"title":"Tea","price":3},',
      '    ^',
      'a.json:3:1: [2]: expected an object',
      '    {"id":1,"title":"Tea","price":3},',
      '    7,1,2,3,4]',
      '    ^',
    ]);
    expect(lines.filter((line) => line.startsWith('a.json:3:'))).to.have.length(4);
  });

  it('shows each fault in its place, whatever stands before it', () => {
    fc.assert(
      fc.property(fc.gen(), (pick) => {
        const { text, faults } = randomText((...values) => pick(fc.constantFrom, ...values));
        if (faults.length === 0) return void parseProducts(text, 'a.json', () => {});
        const lines = linesAbout(text).map((line) => /^a\.json:(\d+:\d+): /.exec(line)?.[1]);
        const places = faults.slice(0, 5).map((offset) => {
          const before = text.slice(0, offset).split(/\r\n|\r|\n/);
          return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
        });
        expect(lines.filter(Boolean), JSON.stringify(text)).to.deep.equal(places);
      }),
      { numRuns: 500, ...randomSeed },
    );
  });
});

/**
 * Writes a products file with random white space.
 * @param pick picks one of several values
 * @returns where its faults are: the offsets of the wrong values, and of the products that lack some
 */
function randomText(pick: <T>(...values: T[]) => T): { text: string; faults: number[] } {
  let text = '';
  const write = (token: string) => {
    text += pick('', '', ' ', '\n', '\r\n', '\r', '\t');
    text += token;
    return text.length - token.length;
  };
  /** Writes a few items in brackets. @returns where that begins */
  const writeItems = (
    [open, close]: readonly [string, string],
    writeItem: (index: number) => void,
    least = 0,
  ) => {
    const start = write(open);
    for (let index = 0; index < least || pick(true, true, true, false); index += 1) {
      if (index > 0) write(',');
      writeItem(index);
    }
    write(close);
    return start;
  };
  const writeProduct = (): number[] => {
    if (pick(true, false, false, false)) return [write(pick('7', 'null', '"Tea"', '[{"id":"1"}]'))];
    const places = new Map<string, number | undefined>();
    const start = writeItems(['{', '}'], (index) => {
      const field = ['id', 'name', 'price'][index] ?? pick('id', 'name', 'price', '0', 'products');
      write(JSON.stringify(field));
      write(':');
      const isRight = pick(true, true, false);
      const right = field === 'name' ? '"Tea"' : '1';
      const place = write(isRight ? right : pick('null', '[1]', '{"price":"1"}', 'true'));
      // The last one of several with one name counts.
      places.set(field, isRight ? undefined : place);
    });
    return ['id', 'name', 'price']
      .map((field) => (places.has(field) ? places.get(field) : start))
      .filter((place) => place !== undefined);
  };
  const writeList = (): number[] => {
    const faults: number[] = [];
    writeItems(['[', ']'], () => faults.push(...writeProduct()));
    return faults;
  };
  let faults: number[] = [];
  if (pick(true, false)) {
    faults = writeList();
    return { text, faults };
  }
  writeItems(
    ['{', '}'],
    (index) => {
      const name = index === 0 ? 'products' : pick('products', 'a', '0');
      write(JSON.stringify(name));
      write(':');
      const found = name === '0' ? writeProduct() : writeList();
      if (name === 'products') faults = found;
    },
    1,
  );
  return { text, faults };
}

import { expect } from 'chai';
import { parseProducts } from '../../../src/adapters/file/parse-products.ts';
import { ProductsFileError } from '../../../src/adapters/file/products-file-error.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const json = JSON.stringify(tea);

/**
 * A text is read generously, and what is wrong with it is said with its place. Tests `findLines`,
 * too.
 */
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

  const noArray =
    'expected an array of products, or an object with that array under "products", got';
  for (const [text, words] of [
    [' \n', 'expected products, got an empty file'],
    [json, `${noArray} ${json}`],
    ['null', `${noArray} null`],
    ['"products"', `${noArray} "products"`],
    ['{"items":[1]}', `${noArray} {"items":[1]}`],
    ['{"products":{}}', '"products": expected an array, got {}'],
  ] as const) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(linesAbout(text)).to.deep.equal([`a.json: ${words}`]);
    });
  }

  it('begins each fault with the name of the text, but not the picture of a syntax error', () => {
    const syntax = ['a.json:2:2: not JSON: invalid symbol', '    1; 2]', '     ^'];
    expect(linesAbout('[\n1; 2]')).to.deep.equal(syntax);
    expect(
      linesAbout('[{"id":1,"name":"","price":1},\n{"id":1,"title":"Tea","price":3}]'),
    ).to.deep.equal([
      'a.json: 1 of 2 products is not valid',
      'a.json:2: [1].name: expected a string, got nothing in {"id":1,"title":"Tea","price":3}',
    ]);
  });

  const located: [what: string, text: string, ...lines: number[]][] = [
    ['a field', '[\n{"id": 1,\n"name":\n"Tea",\r\n"price":\n"12"}]', 6],
    ['a field that is an object', '[\n{"id": 1,\n"name":\n{"id": [\n1]},\n"price": 2}]', 4],
    ['the product, if a field is missing', `[${json},\n{\n"id":1,"name":""}]`, 2],
    ['a value that is no object', '[\n1,\n[\n2]]', 2, 2, 2, 3, 3, 3],
    ['each of several fields', '[{"id": "1",\n"name": 5,\n"price":\nnull}]', 1, 2, 4],
    ['the last of several fields with one name', '[{"id":1,"name":"","price":1,"price":\n""}]', 2],
    [
      'a field under "products", between other arrays',
      '{"a":[\n0],"products":[{"id":1,"name":"","price":\n""}],"z":[{"price":\n0}]}',
      3,
    ],
  ];
  for (const [what, text, ...lines] of located) {
    it(`gives the line of ${what}`, () => {
      const [, ...faults] = linesAbout(text);
      const found = faults.map((fault) => Number(/^a\.json:(\d+): /.exec(fault)?.[1]));
      expect(found).to.deep.equal(lines);
    });
  }

  it('gives no line of a fault behind a field that is nested too deeply', () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const fault =
      'a.json: [1].id: expected a whole number up to 9007199254740991, got nothing in 7';
    expect(linesAbout(`[{"a":${nested}},\n7]`)).to.include(fault);
  });
});

import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { parseProducts } from '../../../src/adapters/file/parse-products.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const teaJson = JSON.stringify(tea);

/**
 * A file is read generously, and what is wrong with it is said with its place. This also holds
 * `checkProducts` to its promises.
 */
describe('parseProducts', () => {
  const warnings: string[] = [];

  function parse(text: string, path = 'a.json'): unknown {
    warnings.length = 0;
    return parseProducts(path, text, (line) => warnings.push(line));
  }

  const accepted: [what: string, text: string, expected: unknown][] = [
    ['no products', '[]', []],
    ['white space around', ' \r\n\t[ ] \n', []],
    ['fields in another order', '[{"price":3.5,"id":1,"name":"Tea"}]', [tea]],
    [
      'the last of several fields with one name',
      '[{"price":1,"id":1,"name":"Tea","price":3.5}]',
      [tea],
    ],
    ['a repeated id', `[${teaJson},${teaJson}]`, [tea, tea]],
    [
      'an object with the array under "products"',
      `{"users":[1],"products":[${teaJson}],"v":1}`,
      [tea],
    ],
  ];
  for (const [what, text, expected] of accepted) {
    it(`reads ${what}`, () => {
      expect(parse(text)).to.deep.equal(expected);
      expect(warnings).to.deep.equal([]);
    });
  }

  it('leaves out fields beyond the three, and warns of them in one line', () => {
    const extra = '{"id":1,"name":"Tea","price":3.5,"image":{},"__proto__":{"id":2}}';
    expect(parse(`[${extra},${extra}]`)).to.deep.equal([tea, tea]);
    expect(warnings).to.deep.equal([
      'a.json: warning: not served: image, __proto__ (in 2 of 2 products)',
    ]);
  });

  const array = 'a.json: expected an array of products, got';
  const advice = 'the products go under "products"';
  const refused: [what: string, text: string, ...lines: string[]][] = [
    ['an empty file', '', `${array} an empty file`],
    ['white space alone', ' \n\r\t', `${array} an empty file`],
    ['text that is not JSON', 'id,name', 'a.json:1:1: not JSON: expected a value, got "i"'],
    [
      'a comma after the last product',
      `[\n${teaJson},\n]`,
      `a.json:2:${teaJson.length + 1}: not JSON: a comma after the last value; JSON allows none`,
    ],
    ['a string', '"ab"', `${array} "ab"`],
    ['null', 'null', `${array} null`],
    [
      'an object with one array',
      `{"items":[${teaJson}]}`,
      `${array} an object with "items"; ${advice}`,
    ],
    [
      'an object with two arrays',
      '{"items":[],"users":[]}',
      `${array} an object with "items" and "users"; ${advice}`,
    ],
    [
      'an object with many fields',
      '{"a":1,"b":2,"c":3,"d":4,"e":5}',
      `${array} an object with "a", "b", "c" and 2 more; ${advice}`,
    ],
    ['an empty object', '{}', `${array} an empty object`],
    ['one product', teaJson, `${array} an object with "id", "name" and "price"; put it in [ ]`],
    [
      'products that are no array',
      '{"products":{}}',
      'a.json: expected an array under "products", got an object',
    ],
    [
      'a wrong field, and says in which line',
      `[\n${teaJson},\n{"id":1,"name":"Tea","price":"12"}]`,
      'a.json: 1 of 2 products is not valid',
      'a.json:3: [1].price: expected a number, got "12"',
    ],
    [
      'a number that is too large',
      '{"products":[{"id":9007199254740993,"name":"Tea","price":1e999}]}',
      'a.json: 1 of 1 products is not valid',
      'a.json:1: [0].id: expected a whole number from -9007199254740991 to 9007199254740991, got 9007199254740992',
      'a.json:1: [0].price: expected a finite number, got Infinity',
    ],
    [
      'very deep nesting, without a line behind it',
      `[${'['.repeat(100_000)}${']'.repeat(100_000)},0]`,
      'a.json: 2 of 2 products are not valid',
      'a.json:1: [0]: expected an object with id, name and price, got an array',
      'a.json: [1]: expected an object with id, name and price, got 0',
    ],
  ];
  for (const [what, text, ...lines] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => parse(text))
        .to.throw(CatalogFileError)
        .with.property('message', lines.join('\n'));
    });
  }

  it('says what a catalogue file is if its name does not', () => {
    expect(() => parse('id,name', 'a.csv')).to.throw(
      /^a\.csv:1:1: not JSON: expected a value, got "i" \(a catalogue file is a JSON array\)$/,
    );
  });
});

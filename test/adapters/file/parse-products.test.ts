import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { parseProducts } from '../../../src/adapters/file/parse-products.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const json = JSON.stringify(tea);
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/**
 * A file is read generously, and what is wrong with it is said with its place. Tests `checkProducts` and
 * the lines of a `CatalogFileError`, too.
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
    ['the last of several fields with one name', `[{"price":1,${json.slice(1)}]`, [tea]],
    ['a repeated id', `[${json},${json}]`, [tea, tea]],
    ['the array under "products"', `{"users":[1],"products":[${json}],"v":1}`, [tea]],
  ];
  for (const [what, text, expected] of accepted) {
    it(`reads ${what}`, () => {
      expect(parse(text)).to.deep.equal(expected);
      expect(warnings).to.deep.equal([]);
    });
  }

  it('leaves out fields beyond the three, and warns of them in one line', () => {
    const extra = json.replace('}', ',"image":{},"__proto__":{"id":2}}');
    expect(parse(`[${extra},${extra}]`)).to.deep.equal([tea, tea]);
    expect(warnings).to.deep.equal([
      'a.json: warning: not served: image, __proto__ (in 2 of 2 products)',
    ]);
  });

  const advice = '; the products go under "products"';
  const others: [text: string, got: string][] = [
    ['', 'an empty file'],
    [' \n\r\t', 'an empty file'],
    ['"ab"', '"ab"'],
    ['null', 'null'],
    ['{}', 'an empty object'],
    ['{"items":[1]}', `an object with "items"${advice}`],
    ['{"items":[],"users":[]}', `an object with "items" and "users"${advice}`],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5}', `an object with "a", "b", "c" and 2 more${advice}`],
    [json, 'an object with "id", "name" and "price"; put it in [ ]'],
  ];
  for (const [text, got] of others) {
    it(`says of ${JSON.stringify(text)}: got ${got}`, () => {
      expect(() => parse(text))
        .to.throw(CatalogFileError)
        .with.property('message', `a.json: expected an array of products, got ${got}`);
    });
  }

  const notJson = 'not JSON: expected a value, got "i"';
  const range = 'from -9007199254740991 to 9007199254740991, got 9007199254740992';
  const refused: [what: string, text: string, ...lines: string[]][] = [
    ['text that is not JSON', 'id,name', `:1:1: ${notJson}`],
    [
      'a comma after the last product',
      `[\n${json},\n]`,
      `:2:${json.length + 1}: not JSON: a comma after the last value; JSON allows none`,
    ],
    [
      'products that are no array',
      '{"products":{}}',
      ': expected an array under "products", got an object',
    ],
    [
      'a wrong field, and says in which line',
      `[\n${json},\n{"id":1,"name":"Tea","price":"12"}]`,
      ': 1 of 2 products is not valid',
      ':3: [1].price: expected a number, got "12"',
    ],
    [
      'a number that is too large',
      '{"products":[{"id":9007199254740993,"name":"Tea","price":1e999}]}',
      ': 1 of 1 products is not valid',
      `:1: [0].id: expected a whole number ${range}`,
      ':1: [0].price: expected a finite number, got Infinity',
    ],
    [
      'very deep nesting, without a line behind it',
      `[${deep},0]`,
      ': 2 of 2 products are not valid',
      ':1: [0]: expected an object with id, name and price, got an array',
      ': [1]: expected an object with id, name and price, got 0',
    ],
  ];
  for (const [what, text, ...lines] of refused) {
    it(`refuses ${what}`, () => {
      const message = lines.map((line) => `a.json${line}`).join('\n');
      expect(() => parse(text))
        .to.throw(CatalogFileError)
        .with.property('message', message);
    });
  }

  it('says what a catalogue file is if its name does not', () => {
    const message = `a.csv:1:1: ${notJson} (a catalogue file is a JSON array)`;
    expect(() => parse('id,name', 'a.csv'))
      .to.throw()
      .with.property('message', message);
  });
});

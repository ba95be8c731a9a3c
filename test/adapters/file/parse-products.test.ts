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
  function parse(text: string, path = 'a.json'): unknown {
    return parseProducts(path, text, (line) => expect.fail(line));
  }

  const accepted: [what: string, text: string, expected: unknown][] = [
    ['no products', '[]', []],
    ['the last of several fields with one name', `[{"price":1,${json.slice(1)}]`, [tea]],
    ['the array under "products"', `{"users":[1],"products":[${json}],"v":1}`, [tea]],
  ];
  for (const [what, text, expected] of accepted) {
    it(`reads ${what}`, () => {
      expect(parse(text)).to.deep.equal(expected);
    });
  }

  const noArray = ': expected an array of products, got';
  const advice = '; the products go under "products"';
  const refused: [text: string, ...lines: string[]][] = [
    ['', `${noArray} an empty file`],
    [' \n\r\t', `${noArray} an empty file`],
    ['null', `${noArray} null`],
    ['{}', `${noArray} an empty object`],
    ['{"items":[1]}', `${noArray} an object with "items"${advice}`],
    ['{"a":1,"b":2,"c":3}', `${noArray} an object with "a", "b" and "c"${advice}`],
    ['{"a":1,"b":2,"c":3,"d":4}', `${noArray} an object with "a", "b", "c" and 1 more${advice}`],
    [json, `${noArray} an object with "id", "name" and "price"; put it in [ ]`],
    ['{"products":{}}', ': expected an array under "products", got an object'],
    ['id,name', ':1:1: not JSON: expected a value, got "i"'],
    [
      `[\n${json},\n{"id":1,"name":"Tea","price":"12"}]`,
      ': 1 of 2 products is not valid',
      ':3: [1].price: expected a number, got "12"',
    ],
  ];
  for (const [text, ...lines] of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      const message = lines.map((line) => `a.json${line}`).join('\n');
      expect(() => parse(text))
        .to.throw(CatalogFileError)
        .with.property('message', message);
    });
  }

  it('gives no line for what stands behind very deep nesting', () => {
    expect(() => parse(`[${deep},0]`)).to.throw(
      CatalogFileError,
      /\na\.json: \[1\]: expected an object with id, name and price, got 0$/,
    );
  });

  it('says what a catalogue file is if its name does not', () => {
    expect(() => parse('id,name', 'a.csv')).to.throw('got "i" (a catalogue file is a JSON array)');
  });
});

import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { parseProducts } from '../../../src/adapters/file/parse-products.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const json = JSON.stringify(tea);

/** A file is read generously, and what is wrong with it is said with its place. Tests `locateFaults`, too. */
describe('parseProducts', () => {
  function parse(text: string): unknown {
    return parseProducts(text, (what) => expect.fail(what));
  }

  const accepted: [what: string, text: string, expected: unknown][] = [
    ['the last of several fields with one name', `[{"price":1,${json.slice(1)}]`, [tea]],
    ['the array under "products"', `{"$schema":"","products":[${json}],"v":1}`, [tea]],
  ];
  for (const [what, text, expected] of accepted) {
    it(`reads ${what}`, () => {
      expect(parse(text)).to.deep.equal(expected);
    });
  }

  it('warns once of each field that it leaves out', () => {
    const more = [{ image: 1 }, {}, { stock: 1, image: 1 }, JSON.parse('{"__proto__":1}')];
    const warnings: unknown[] = [];
    const text = JSON.stringify(more.map((fields) => ({ ...tea, ...fields })));
    const products = parseProducts(text, (...warning) => warnings.push(warning));
    expect(products).to.deep.equal([tea, tea, tea, tea]);
    expect(warnings).to.deep.equal([['fields left out', ['image', 'stock', '__proto__']]]);
  });

  it('warns if there are no products', () => {
    const warnings: string[] = [];
    expect(parseProducts('[]', (what) => warnings.push(what))).to.deep.equal([]);
    expect(warnings).to.deep.equal(['no products']);
  });

  const noArray =
    ': expected an array of products, or an object with that array under "products", got';
  const refused: [text: string, words: string][] = [
    [' \n', ': expected products, got an empty file'],
    ['null', `${noArray} null`],
    ['"products"', `${noArray} "products"`],
    ['{}', `${noArray} an object`],
    ['{"items":[1],"id":1}', `${noArray} an object with "items"`],
    [json, `${noArray} an object with "id": put [ and ] around it`],
    ['{"products":{}}', ': "products": expected an array, got an object'],
    ['{"products":null}', ': "products": expected an array, got null'],
  ];
  for (const [text, words] of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => parse(text))
        .to.throw(CatalogFileError)
        .with.property('message', words);
    });
  }

  const located: [what: string, text: string, ...lines: number[]][] = [
    ['a field', '[\n{"id": 1,\n"name":\n"Tea",\r\n"price":\n"12"}]', 6],
    ['a field that is an object', '[\n{"id": 1,\n"name":\n{"id": [\n1]},\n"price": 2}]', 4],
    ['the product, if a field is missing', `[${json},\n{\n"id":1,"name":""}]`, 2],
    ['a value that is no object', '[\n1,\n[\n2]]', 2, 3],
    ['the product, if it has a field without a name', '[{"":\n1,"id":1,"name":""}]', 1],
    ['each of several fields', '[{"id": "1",\n"name": 5,\n"price":\nnull}]', 1, 2, 4],
    ['the last of several fields with one name', '[{"id":1,"name":"","price":1,"price":\n""}]', 2],
    [
      'the last of several fields "products"',
      '{"products":[{"id":1,"name":"",\n"price":"9"}],\n"products":[{"id":1,"name":""}]}',
      3,
    ],
    [
      'a field under "products", between other arrays',
      '{"a":[\n0],"products":[{"id":1,"name":"","price":\n""}],"z":[{"price":\n0}]}',
      3,
    ],
  ];
  for (const [what, text, ...lines] of located) {
    it(`gives the line of ${what}`, () => {
      const places = lines.map((line) => `\n:${line}: .*`).join('');
      expect(() => parse(text)).to.throw(CatalogFileError, new RegExp(`^: .* not valid${places}$`));
    });
  }

  it('locates a fault beside a field that is nested very deeply, but no syntax error in such a field', () => {
    const [opening, closing] = ['['.repeat(100_000), ']'.repeat(100_000)];
    expect(() => parse(`[{"a":${opening}${closing}},\n7]`)).to.throw(/\n:2: \[1\]: .* got 7$/);
    expect(() => parse(opening)).to.throw(CatalogFileError, /^: nested too deeply$/);
  });
});

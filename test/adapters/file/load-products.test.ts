import { expect } from 'chai';
import { loadProducts } from '../../../src/adapters/file/load-products.ts';
import { ProductsFileError } from '../../../src/adapters/file/products-file-error.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const json = JSON.stringify(tea);

/** A file is read generously, and what is wrong with it is said with its place. Tests `findLines`, too. */
describe('loadProducts', () => {
  const folder = new TemporaryFolder();

  /** Loads a file with this text. @returns its products, or the error, and the warnings without the file's name */
  async function load(text: string | Uint8Array) {
    const path = folder.write('$&.json', text);
    const warnings: string[] = [];
    const result = await loadProducts(path, (line) => warnings.push(line)).catch((error) => error);
    return {
      result,
      warnings: warnings.map((line) => line.replace(`${path}: warning: `, '')),
      path,
    };
  }

  for (const [what, text] of [
    ['an array', `[${json}]`],
    ['an array after a byte-order mark', `\ufeff[${json}]`],
    ['the array under "products"', `{"$schema":"","products":[${json}],"v":1}`],
    ['the last of several fields with one name', `[{"price":1,${json.slice(1)}]`],
  ] as const) {
    it(`reads ${what}`, async () => {
      const { result, warnings } = await load(text);
      expect(result).to.deep.equal([tea]);
      expect(result).to.be.frozen;
      expect(warnings).to.deep.equal([]);
    });
  }

  it('warns once of each field that it leaves out, and names ten at most', async () => {
    const more = [{ image: 1 }, {}, { stock: 1, image: 1 }, JSON.parse('{"__proto__":1}')];
    const { result, warnings } = await load(
      JSON.stringify(more.map((add, id) => ({ ...tea, id, ...add }))),
    );
    expect(result).to.deep.equal(more.map((_add, id) => ({ ...tea, id })));
    expect(warnings).to.deep.equal(['fields left out: "image", "stock", "__proto__"']);

    const eleven = Object.fromEntries(Array.from('abcdefghijk', (name) => [name, 1]));
    const ten = '"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"';
    const { warnings: cut } = await load(JSON.stringify([{ ...tea, ...eleven }]));
    expect(cut).to.deep.equal([`fields left out: ${ten}, …`]);
  });

  for (const [ids, warnings] of [
    [[7, 0, 3], []],
    [[7, 0, 7, 3, -0, 7], ['duplicate ids: 7, 0']],
  ] as const) {
    it(`warns of the ids ${ids}: ${warnings}`, async () => {
      const { warnings: warned } = await load(JSON.stringify(ids.map((id) => ({ ...tea, id }))));
      expect(warned).to.deep.equal(warnings);
    });
  }

  it('warns if there are no products', async () => {
    const { result, warnings } = await load('[]');
    expect(result).to.deep.equal([]);
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
    it(`refuses ${JSON.stringify(text)}`, async () => {
      const { result, path } = await load(text);
      expect(result).to.be.instanceOf(ProductsFileError);
      expect(result.message).to.equal(`${path}: ${words}`);
      expect(result.cause).to.equal(undefined);
    });
  }

  it('begins each fault with the name of the file, but not the picture of a syntax error', async () => {
    const syntax = await load('[\n1; 2]');
    expect(syntax.result).to.be.instanceOf(ProductsFileError);
    const picture = '    1; 2]\n     ^';
    expect(syntax.result.message).to.equal(
      `${syntax.path}:2:2: not JSON: invalid symbol\n${picture}`,
    );

    const { result, path } = await load('[1,\n{"id":1,"title":"Tea","price":3}]');
    expect(result).to.be.instanceOf(ProductsFileError);
    expect(result.message.split('\n')).to.deep.equal([
      `${path}: 2 of 2 products are not valid`,
      `${path}:1: [0]: expected an object with id, name and price, got 1`,
      `${path}:2: [1].name: expected a string, got nothing in {"id":1,"title":"Tea","price":3}`,
    ]);
  });

  it('keeps the error of the system as the cause if the file cannot be read', async () => {
    const path = folder.path('nowhere.json');
    const error = await loadProducts(path).catch((error) => error);
    expect(error).to.be.instanceOf(ProductsFileError);
    expect(error.message).to.equal(`${path}: no such file or directory`);
    expect(error).to.have.nested.property('cause.code', 'ENOENT');
  });

  const located: [what: string, text: string, ...lines: number[]][] = [
    ['a field', '[\n{"id": 1,\n"name":\n"Tea",\r\n"price":\n"12"}]', 6],
    ['a field that is an object', '[\n{"id": 1,\n"name":\n{"id": [\n1]},\n"price": 2}]', 4],
    ['the product, if a field is missing', `[${json},\n{\n"id":1,"name":""}]`, 2],
    ['a value that is no object', '[\n1,\n[\n2]]', 2, 3],
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
    it(`gives the line of ${what}`, async () => {
      const { result, path } = await load(text);
      const [, ...faults] = result.message.replaceAll(path, '').split('\n');
      expect(faults.map((fault: string) => Number(/^:(\d+): /.exec(fault)?.[1]))).to.deep.equal(
        lines,
      );
    });
  }

  it('gives no line of a fault behind a field that is nested too deeply', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { result, path } = await load(`[{"a":${nested}},\n7]`);
    const message = `${path}: [1]: expected an object with id, name and price, got 7`;
    expect(result.message.split('\n').at(-1)).to.equal(message);
  });
});

import { constants } from 'node:buffer';
import { chmodSync, mkdirSync, truncateSync } from 'node:fs';
import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { loadProducts } from '../../../src/adapters/file/load-products.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

const integer = 'expected an integer from -9007199254740991 to 9007199254740991';
const tea = { id: 1, name: 'Tea', price: 3.5 };
const teaJson = JSON.stringify(tea);

describe('loadProducts', () => {
  const folder = new TemporaryFolder();

  /** The lines of the error for a file, without the path at the start of each. */
  async function refusalOf(path: string): Promise<string[]> {
    try {
      await loadProducts(path);
    } catch (error) {
      if (!(error instanceof CatalogFileError)) throw error;
      return error.message.split('\n').map((line) => {
        expect(line.slice(0, path.length + 2)).to.equal(`${path}: `);
        return line.slice(path.length + 2);
      });
    }
    throw new Error(`${path} was not refused`);
  }

  const accepted: [what: string, text: string, expected: unknown][] = [
    ['no products', '[]', []],
    ['white space around', ' \r\n\t[ ] \n', []],
    ['a byte-order mark', `\ufeff[${teaJson}]`, [tea]],
    ['fields in another order', '[{"price":3.5,"id":1,"name":"Tea"}]', [tea]],
    ['escapes', '[{"\\u0069d":1,"name":"\\u0054e\\u0061","price":35e-1}]', [tea]],
    [
      'half a surrogate pair, escaped',
      '[{"id":1,"name":"\\ud83d","price":1}]',
      [{ id: 1, name: '\ud83d', price: 1 }],
    ],
    [
      'names that look like errors',
      '[{"id":1,"name":"[{\\"id\\":1e999,\\\\","price":1}]',
      [{ id: 1, name: '[{"id":1e999,\\', price: 1 }],
    ],
    [
      'the last of several fields with one name',
      `[{"price":1,"id":1,"name":"Tea","price":3.5}]`,
      [tea],
    ],
    ['a repeated id', `[${teaJson},${teaJson}]`, [tea, tea]],
    ...[
      '0',
      '-0',
      '1.50',
      '0.1',
      '1E2',
      '1e-7',
      '0.30000000000000004',
      '123456789012345.5',
      '1e21',
      '100000000000000000000000',
      '5e-324',
      '1.7976931348623157e308',
      '9007199254740992',
      '0.00000000000000000000',
      '19.990000000000000001',
      '1e-400',
    ].map((price): [string, string, unknown] => {
      const text = `[{"id":1,"name":"Tea","price":${price}}]`;
      return [`the price ${price}`, text, [{ ...tea, price: Number(price) }]];
    }),
  ];
  for (const [what, text, expected] of accepted) {
    it(`reads ${what}`, async () => {
      expect(await loadProducts(folder.write('products.json', text))).to.deep.equal(expected);
    });
  }

  const refused: [what: string, text: string | Uint8Array, ...lines: string[]][] = [
    ['an empty file', '', 'expected an array of products, got an empty file'],
    ['white space alone', ' \n', 'expected an array of products, got an empty file'],
    ['a byte-order mark alone', '\ufeff', 'expected an array of products, got an empty file'],
    [
      'a no-break space alone',
      '\u00a0',
      'line 1, column 1: not JSON: expected a value, got "\u00a0"',
    ],
    ['text that is not JSON', 'id,name', 'line 1, column 1: not JSON: expected a value, got "i"'],
    [
      'NaN',
      `[${teaJson},\n  {"id": NaN}]`,
      'line 2, column 10: not JSON: expected a value, got "N"',
    ],
    [
      'a truncated file',
      `[\n${teaJson},\n`,
      'line 3, column 1: not JSON: expected a value, got the end of the file',
    ],
    [
      'Latin-1',
      Buffer.from(`[\n{"id":1,"name":"Caf\xe9","price":1}]`, 'latin1'),
      'line 2: expected UTF-8',
    ],
    ['UTF-16', Buffer.from('\ufeff[]', 'utf16le'), 'line 1: expected UTF-8'],
    [
      'Latin-1 that begins like U+FFFD',
      Buffer.concat([Buffer.from('[\n"\ufffd na'), Buffer.from('\xefve"]', 'latin1')]),
      'line 2: expected UTF-8',
    ],
    ['truncated UTF-8', Buffer.from('[]\n\u20ac').subarray(0, -1), 'line 2: expected UTF-8'],
    ['a string', '"ab"', 'expected an array of products, got "ab"'],
    [
      'a string of 5 MB',
      `"${'x'.repeat(5_000_000)}"`,
      `expected an array of products, got "${'x'.repeat(40)}"… (5000000 characters)`,
    ],
    ['a number', '7', 'expected an array of products, got 7'],
    ['null', 'null', 'expected an array of products, got null'],
    ['one product', teaJson, 'expected an array of products, got an object'],
    [
      'an object that holds one array',
      `{"meta":{},"products":[${teaJson}]}`,
      'expected an array of products, got an object; save the array under "products" as the whole file',
    ],
    [
      'an object that holds two arrays',
      '{"products":[],"users":[]}',
      'expected an array of products, got an object',
    ],
    [
      'a missing field',
      '[{"id":1,"name":"Tea"}]',
      'wrong products: 1 of 1',
      '[0].price: expected a finite number, got nothing',
    ],
    [
      'a wrong type',
      '[{"id":1,"name":"Tea","price":"12"}]',
      'wrong products: 1 of 1',
      '[0].price: expected a finite number, got "12"',
    ],
    [
      'an unknown field',
      '[{"id":1,"name":"Tea","price":1,"in stock":true}]',
      'wrong products: 1 of 1',
      '[0]["in stock"]: expected no field but id, name and price, got true',
    ],
    [
      'a misspelt field',
      '[{"id":1,"nmae":"Tea","price":1}]',
      'wrong products: 1 of 1',
      '[0].name: expected a string, got nothing',
      '[0].nmae: expected no field but id, name and price, got "Tea"',
    ],
    [
      'a nested __proto__',
      '[{"id":1,"name":"Tea","price":1,"__proto__":{"id":2}}]',
      'wrong products: 1 of 1',
      '[0].__proto__: expected no field but id, name and price, got an object',
    ],
    [
      'elements that are not objects',
      '[null,[1]]',
      'wrong products: 2 of 2',
      '[0]: expected an object with id, name and price, got null',
      '[1]: expected an object with id, name and price, got an array',
    ],
    [
      '1e999',
      '[{"id":1,"name":"Tea","price":1e999}]',
      'wrong products: 1 of 1',
      '[0].price: expected a finite number, got Infinity',
    ],
    [
      'an id that a double cannot hold',
      '[{"id":9007199254740993,"name":"Tea","price":1}]',
      'wrong products: 1 of 1',
      `[0].id: ${integer}, got 9007199254740992`,
    ],
    [
      'a fractional id',
      '[{"id":1.5,"name":"Tea","price":1}]',
      'wrong products: 1 of 1',
      `[0].id: ${integer}, got 1.5`,
    ],
    [
      'an unknown field, after a product with two',
      '[{"id":1,"name":"Tea","price":1,"a":1,"b":1},{"id":1,"name":"Tea","price":1,"b":1}]',
      'wrong products: 2 of 2',
      '[0].a: expected no field but id, name and price, got 1',
      '[0].b: expected no field but id, name and price, got 1',
      '[1].b: expected no field but id, name and price, got 1',
    ],
    [
      'infinite numbers nested in a field, for the type of the field only',
      '[{"id":1,"name":[1e999,{"a":1e999}],"price":1}]',
      'wrong products: 1 of 1',
      '[0].name: expected a string, got an array',
    ],
    ['a second colon', '[{"id"::1}]', 'line 1, column 8: not JSON: expected a value, got ":"'],
    [
      'a second number',
      '[{"id":1e1 1e1}]',
      'line 1, column 12: not JSON: expected "," or "}", got "1"',
    ],
    [
      'ten wrong products',
      `[${Array(10).fill('{"id":1,"name":"Tea"}').join()}]`,
      'wrong products: 10 of 10',
      ...Array.from(
        { length: 10 },
        (_, i) => `[${i}].price: expected a finite number, got nothing`,
      ),
    ],
    [
      'eleven wrong products',
      `[${Array(11).fill('{"id":1,"name":"Tea"}').join()},${teaJson}]`,
      'wrong products: 11 of 12',
      ...Array.from(
        { length: 10 },
        (_, i) => `[${i}].price: expected a finite number, got nothing`,
      ),
      'and 1 more',
    ],
  ];
  for (const [what, text, ...lines] of refused) {
    it(`refuses ${what}`, async () => {
      expect(await refusalOf(folder.write('products.json', text))).to.deep.equal(lines);
    });
  }

  describe('with a large file', () => {
    const count = 5000;
    const many = Array.from({ length: count }, (_, id) => ({
      id,
      name: `Tea "${id}"`,
      price: id / 4,
    }));

    it('reads every product, in order', async () => {
      const path = folder.write('large.json', JSON.stringify(many, null, 2));
      expect(await loadProducts(path)).to.deep.equal(many);
    });

    it('names a wrong product by its index', async () => {
      const wrong = many.map((product) => JSON.stringify(product));
      wrong[2500] = '{"id":9007199254740993,"name":"Tea","price":"1"}';
      wrong[4999] = '{"id":1,"name":"Tea","price":1e400}';
      expect(await refusalOf(folder.write('large.json', `[${wrong}]`))).to.deep.equal([
        `wrong products: 2 of ${count}`,
        `[2500].id: ${integer}, got 9007199254740992`,
        '[2500].price: expected a finite number, got "1"',
        '[4999].price: expected a finite number, got Infinity',
      ]);
    });

    it('locates a syntax error', async () => {
      const lines = many.map((product) => JSON.stringify(product));
      const cut = folder.write('large.json', `[\n${lines.join(',\n')},\n]`);
      expect(await refusalOf(cut)).to.deep.equal([
        `line ${count + 2}, column 1: not JSON: expected a value, got "]"`,
      ]);
      lines[4000] = '{"id": x}';
      expect(await refusalOf(folder.write('large.json', `[\n${lines.join(',\n')}]`))).to.deep.equal(
        ['line 4002, column 8: not JSON: expected a value, got "x"'],
      );
    });

    it('refuses a large object', async () => {
      const path = folder.write('large.json', JSON.stringify(Object.fromEntries(many.entries())));
      const message = 'expected an array of products, got an object';
      expect(await refusalOf(path)).to.deep.equal([message]);
    });
  });

  it('refuses a file that does not exist', async () => {
    expect(await refusalOf(folder.path('nowhere.json'))).to.deep.equal(['no such file']);
    const below = `${folder.write('a.json', '[]')}/b.json`;
    expect(await refusalOf(below)).to.deep.equal(['no such file']);
  });

  it('refuses a name that is too long', async () => {
    expect(await refusalOf('x'.repeat(300))).to.deep.equal(['name too long']);
  });

  it('refuses a folder', async () => {
    mkdirSync(folder.path('folder.json'));
    const message = 'expected a file, got a folder';
    expect(await refusalOf(folder.path('folder.json'))).to.deep.equal([message]);
  });

  it('refuses a file that it may not read', async () => {
    const path = folder.write('secret.json', '[]');
    chmodSync(folder.path('.'), 0o755);
    chmodSync(path, 0);
    // The superuser may read any file, so this process becomes the user nobody for a moment.
    const user = process.geteuid?.();
    if (user === 0) process.seteuid?.(65534);
    try {
      expect(await refusalOf(path)).to.deep.equal(['no permission to read it']);
    } finally {
      if (user === 0) process.seteuid?.(user);
    }
  });

  it('refuses a file that is too large for a string', async () => {
    const limit = constants.MAX_STRING_LENGTH;
    const path = folder.write('large.json', '');
    truncateSync(path, limit + 1);
    const message = `expected at most ${limit} bytes`;
    expect(await refusalOf(path)).to.deep.equal([message]);
  });
});

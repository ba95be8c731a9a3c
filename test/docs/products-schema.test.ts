import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { loadProducts } from '../../src/adapters/file/load-products.ts';
import { ProductsFileError } from '../../src/adapters/file/products-file-error.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const TEA = '"id":1,"name":"","price":-0.5';

/** An editor that knows the schema says of a file what the service says. */
describe('docs/products.schema.json', () => {
  const folder = new TemporaryFolder();
  const schema = JSON.parse(readFileSync('docs/products.schema.json', 'utf8'));
  const isValid = new Ajv({ allowUnionTypes: true }).compile(schema);

  /** Whether the service takes the file. */
  async function isTaken(text: string): Promise<boolean> {
    try {
      return Array.isArray(await loadProducts(folder.write('products.json', text), () => {}));
    } catch (error) {
      if (error instanceof ProductsFileError) return false;
      throw error;
    }
  }

  for (const [text, expected] of [
    ['[]', true],
    [`[{${TEA}},{${TEA},"image":null}]`, true],
    [`{"$schema":"products.schema.json","products":[{${TEA}}]}`, true],
    [`{${TEA}}`, false],
    ['7', false],
    ['{"products":{}}', false],
    ['[null]', false],
    [`[{${TEA.replace('"id":1,', '')}}]`, false],
    [`[{${TEA.replace('"name":"",', '')}}]`, false],
    ['[{"id":1,"name":""}]', false],
    [`[{${TEA.replace('1', '"1"')}}]`, false],
    [`[{${TEA.replace('1', '1.5')}}]`, false],
    [`[{${TEA.replace('1', '9007199254740992')}}]`, false],
    [`[{${TEA.replace('""', 'null')}}]`, false],
    [`[{${TEA.replace('-0.5', '"9"')}}]`, false],
  ] as const) {
    it(`${expected ? 'takes' : 'refuses'} ${text}, as the service does`, async () => {
      expect(await isTaken(text), 'the service').to.equal(expected);
      expect(isValid(JSON.parse(text)), 'the schema').to.equal(expected);
    });
  }
});

import { expect } from 'chai';
import { parseProducts } from '../../src/products-file/parse-products.ts';
import { ProductsFileError } from '../../src/products-file/products-file-error.ts';
import { TEA } from '../support/tea.ts';

const json = JSON.stringify(TEA);

/** A text is read generously, and what is wrong with it is shown in its place. */
describe('parseProducts', () => {
  /** The warnings about a text, without the name. */
  function warningsAbout(text: string): string[] {
    const warnings: string[] = [];
    parseProducts(text, 'a.json', (line) => warnings.push(line));
    return warnings.map((line) => line.replace('a.json: warning: ', ''));
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
  ] as const) {
    it(`reads ${what}`, () => {
      const products = parseProducts(text, 'a.json', expect.fail);
      expect(products).to.deep.equal([TEA]);
      expect(products).to.be.frozen;
    });
  }

  const fields = Object.fromEntries(Array.from('abcdefghi\u202ek', (field) => [field, 1]));
  const warnings: [what: string, products: object[], warning: string][] = [
    [
      'each field that it leaves out, once',
      [7, 8].map((id) => ({ ...TEA, id, image: 1, colour: 1 })),
      'fields left out: "image", "colour"',
    ],
    [
      'ten fields, safe to print',
      [{ ...TEA, ...fields }],
      'fields left out: "a", "b", "c", "d", "e", "f", "g", "h", "i", "\ufffd", …',
    ],
    ['equal ids', [7, 0, 7, 3, 0, 7].map((id) => ({ ...TEA, id })), 'duplicate ids: 7, 0'],
    ['an empty list', [], 'no products'],
  ];
  for (const [what, products, warning] of warnings) {
    it(`warns of ${what}`, () => {
      expect(warningsAbout(JSON.stringify(products))).to.deep.equal([warning]);
    });
  }

  for (const [text, column] of [
    [json, 1],
    ['null', 1],
    ['{"products":{}}', 13],
  ] as const) {
    it(`refuses ${text}`, () => {
      const reason = 'expected an array of products, or an object with that array under "products"';
      const caret = `${' '.repeat(column - 1)}^`;
      const lines = [`a.json:1:${column}: ${reason}`, `    ${text}`, `    ${caret}`];
      expect(linesAbout(text)).to.deep.equal(lines);
    });
  }

  const convert =
    '; for CSV, YAML or XML, see "Convert another file" in docs/products-file.md of product-catalogue';
  for (const [text, hint] of [
    ['id;name;price', convert],
    ['Tea [100 g];4', convert],
    ['\n{"id": 1', ''],
  ] as const) {
    it(`${hint ? 'leads on' : 'does not lead on'} to the conversion for ${JSON.stringify(text)}`, () => {
      expect(linesAbout(text)[0]).to.match(RegExp(`^a\\.json:\\d:\\d: not JSON: [a-z ]+${hint}$`));
    });
  }

  it('says in one line that a text is nested too deeply', () => {
    expect(linesAbout('['.repeat(100_000))).to.have.length(1);
  });

  it('counts the wrong products, and shows the first five faults', () => {
    const nameless = JSON.stringify({ ...TEA, name: undefined });
    const lines = linesAbout(`[${json},\n${nameless},\n7,1,2,3,4]`);
    expect(lines.slice(0, 9)).to.deep.equal([
      'a.json: invalid products: 6 of 7',
      'a.json:2:1: [1].name: missing, expected a string',
      `    [${json},`,
      `    ${nameless},`,
      '    ^',
      'a.json:3:1: [2]: expected an object, got 7',
      `    ${nameless},`,
      '    7,1,2,3,4]',
      '    ^',
    ]);
    expect(lines.filter((line) => line.startsWith('a.json:3:'))).to.have.length(4);
  });

  it('ends with the fields that are not read of the products in which one is missing', () => {
    const text = `[{"id":1,"name":"Tea","prcie":5},"id",{"image":1,${json.slice(1)}]`;
    expect(linesAbout(text).at(-1)).to.equal('a.json: fields that are not read: "prcie"');
    for (const none of ['[{"id":1}]', '[{"id":1,"name":"Tea","price":"5","image":1}]']) {
      expect(linesAbout(none).at(-1)).to.match(/^ +\^$/);
    }
  });

  /** ¶ marks the place of the first fault, and is not part of the text. */
  const places: [what: string, marked: string][] = [
    ['that is an array in the array', '[¶[{"id":"1"}]]'],
    ['that contains a right value', '[{"id":1,"name":"Tea","price":¶{"price":1}}]'],
    ['that is missing, at its product', '{"products":[ ¶{"id":1,"price":1}]}'],
  ];
  for (const [what, marked] of places) {
    it(`shows the place of a value ${what}`, () => {
      const place = `a.json:1:${marked.indexOf('¶') + 1}: `;
      expect(linesAbout(marked.replace('¶', ''))[1]?.slice(0, place.length)).to.equal(place);
    });
  }
});

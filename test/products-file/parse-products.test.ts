import { expect } from 'chai';
import { parseProducts } from '../../src/products-file/parse-products.ts';
import { ProductsFileError } from '../../src/products-file/products-file-error.ts';
import { TEA } from '../support/tea.ts';

const json = JSON.stringify(TEA);
const convert =
  '; for CSV, YAML or XML, see "Convert another file" in docs/products-file.md of product-catalogue';

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
      if (!(error instanceof ProductsFileError)) throw error;
      expect(error.name).to.equal('ProductsFileError');
      return error.message.split('\n');
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
      expect(products).to.deep.equal([TEA]);
      expect(products).to.be.frozen;
      expect(warnings).to.deep.equal([]);
    });
  }

  it('warns once of each field that it leaves out', () => {
    const more = [{ image: 1 }, {}, { colour: 1, image: 1 }, JSON.parse('{"__proto__":1}')];
    const text = JSON.stringify(more.map((add, id) => ({ ...TEA, id, ...add })));
    const { products, warnings } = parse(text);
    expect(products).to.deep.equal(more.map((_add, id) => ({ ...TEA, id })));
    expect(warnings).to.deep.equal(['fields left out: "image", "colour", "__proto__"']);
  });

  it('names the first ten fields that it leaves out, safe to print', () => {
    const more = Object.fromEntries(Array.from('abcdefghi\u202ek', (field) => [field, 1]));
    const { warnings } = parse(JSON.stringify([{ ...TEA, ...more }]));
    const shown = '"a", "b", "c", "d", "e", "f", "g", "h", "i", "\ufffd", …';
    expect(warnings).to.deep.equal([`fields left out: ${shown}`]);
  });

  it('warns of ids that several products have', () => {
    const { warnings } = parse(
      JSON.stringify([7, 0, 7, 3, -3, -0, 7].map((id) => ({ ...TEA, id }))),
    );
    expect(warnings).to.deep.equal(['duplicate ids: 7, 0']);
  });

  it('warns if there are no products', () => {
    const { products, warnings } = parse('[]');
    expect(products).to.deep.equal([]);
    expect(warnings).to.deep.equal(['no products']);
  });

  it('says that a file is empty', () => {
    expect(linesAbout(' \n')).to.deep.equal(['a.json: expected products, got an empty file']);
  });

  const notAnArray = 'expected an array of products, or an object with that array under "products"';
  for (const [text, column] of [
    [json, 1],
    ['null', 1],
    ['{"products":{}}', 13],
  ] as const) {
    it(`refuses ${text}`, () => {
      const caret = `${' '.repeat(column - 1)}^`;
      const lines = [`a.json:1:${column}: ${notAnArray}`, `    ${text}`, `    ${caret}`];
      expect(linesAbout(text)).to.deep.equal(lines);
    });
  }

  for (const [text, hint] of [
    ['id;name;price', convert],
    ['Tea [100 g];4', convert],
    ['\n- id: 1', convert],
    ['\n{"id": 1', ''],
    ['\t[1,', ''],
  ] as const) {
    it(`${hint ? 'leads on' : 'does not lead on'} to the conversion for ${JSON.stringify(text)}`, () => {
      expect(linesAbout(text)[0]).to.match(RegExp(`^a\\.json:\\d:\\d: not JSON: [a-z ]+${hint}$`));
    });
  }

  it('says in one line that a text is nested too deeply', () => {
    const lines = ['a.json: not valid, and nested too deeply to show where'];
    expect(linesAbout('['.repeat(100_000))).to.deep.equal(lines);
  });

  it('counts the wrong products, and shows the first five faults', () => {
    const nameless = JSON.stringify({ ...TEA, name: undefined, title: 'Tea' });
    const lines = linesAbout(`[${json},\n${nameless},\n7,1,2,3,4]`);
    expect(lines[0]).to.equal('a.json: invalid products: 6 of 7');
    expect(lines.slice(1, 9)).to.deep.equal([
      'a.json:2:1: [1].name: expected a string, got nothing',
      `    [${json},`,
      `    ${nameless},`,
      '    ^',
      'a.json:3:1: [2]: expected an object, got a number',
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
    [
      'behind the same key in a field that is left out',
      '[{"x":[{"id":""}],"id":¶"","name":"","price":1}]',
    ],
    ['in the last of several "products"', '{"products":[{"id":""}],"a":[7],"products":[¶8]}'],
    ['that is missing, at its product', '{"products":[ ¶{"id":1,"price":1}]}'],
  ];
  for (const [what, marked] of places) {
    it(`shows the place of a value ${what}`, () => {
      const place = `a.json:1:${marked.indexOf('¶') + 1}: `;
      expect(linesAbout(marked.replace('¶', ''))[1]?.slice(0, place.length)).to.equal(place);
    });
  }
});

import { expect } from 'chai';
import { locateSyntaxError } from '../../../src/adapters/file/locate.ts';

/** The first place where a text is not JSON is found, with what was expected there. */
describe('locateSyntaxError', () => {
  const value = 'expected a value, or text in double quotes, got';
  const closing = 'expected a comma or a closing bracket, got';
  const control = 'expected no control character in a string (\\t for a tab), got';
  const escapes = 'expected valid escape sequences, got';
  const comma = 'expected no comma in a number: 1.5 or 1299, got';
  const currency = 'expected a number without currency, got';
  const quote = 'expected a comma, or \\" for a double quote inside text, before';
  const around = 'expected [ and ] around all objects, and commas between, got';
  const javaScript = 'expected JSON, not JavaScript, got';
  const csv = 'expected JSON, not CSV, got';
  const markup = 'expected JSON, not HTML or XML, got';
  /** ¶ marks the location, and is not part of the text. */
  const errors: [marked: string, reason: string][] = [
    ['[¶', `${closing} the end of the file`],
    ['[1,[¶}', 'expected a value, got }'],
    ['[1,{¶]', 'expected a field name in double quotes, got ]'],
    ['[1 ¶/* one */, 2]', 'expected no comment, as JSON has none, got /* one */'],
    ['[10¶}', `${closing} }`],
    ['[{"id":1}\n¶{"id":2}]', `${closing} {`],
    ['[1]\n¶[2]', 'expected the end of the file, got ['],
    ['{"a":1,"b"¶}', 'expected ":", got }'],
    ['[1,¶2.]', 'expected a digit at the end of a number, got 2.'],
    ['[1.5¶.2]', `${value} .2`],
    ['{"price":9, ¶99}', 'expected a field name in double quotes, got 99'],
    ['[¶"a\n"]', 'expected a closing double quote on the same line, got "a'],
    ['[¶"a\t\x9b"]', `${control} "a\\u0009\\u009b"`],
    ['[¶"a\\x"]', `${escapes} "a\\x"`],
    ['[¶"a\\u12"]', `${escapes} "a\\u12"`],
    [
      `[¶"${'x'.repeat(40)}\n`,
      `expected a closing double quote on the same line, got "${'x'.repeat(39)}`,
    ],
    ['[\n1,\r\n"\u2028",\n  ¶x\u{e0001}]', `${value} x\\ue0001`],
    // Common mistakes.
    ['\n¶export default [];', `${javaScript} export`],
    ['¶const products = [];', `${javaScript} const`],
    ['¶id;name;price\n', `${csv} id;name;price`],
    ['"id"¶,"name"', `${csv} ,"name"`],
    ['{"id":1}\n¶{"id":2}', `${around} {`],
    ['{"id":1}¶,\n{"id":2}', `${around} ,`],
    ['[\n¶<<<<<<< HEAD\n1]', 'expected no merge conflict, got <<<<<<<'],
    ['¶<!doctype html>', `${markup} <!doctype`],
    ['¶<?xml version="1.0"?>', `${markup} <?xml`],
    [`[[1,2],\n¶]${' '.repeat(100)}`, 'remove the comma before ]'],
    ['{"a": 1, ¶}', 'remove the comma before }'],
    ['{"price":9,¶99}', `${comma} 9,99`],
    ['{"price":-1,¶299.50,"id":1}', `${comma} -1,299.50`],
    ['{"price":¶$1,299.50,"id":1}', `${currency} $1,299.50`],
    ['{¶$ref:1}', `${value} $ref`],
    ['{"price":12.50 ¶€}', `${currency} 12.50 €`],
    ['[0¶x1F]', 'expected a decimal number, got 0x1F'],
    ['[-0¶1]', 'expected no zero before a number, got 01'],
    ['[¶-.5]', 'expected a digit before the point, got -.5'],
    ['[¶+5]', 'expected no plus sign, got +5'],
    ['[¶NaN]', 'expected a number, as JSON has no NaN'],
    ['[¶True]', 'expected true, false or null, got True'],
    ['[{"id":1}]¶;\n', 'expected the end of the file, got ;'],
    ['[{"id":1}¶;{"id":2}]', 'expected a comma, got ;'],
    ['{"id"¶=1}', 'expected ":", got ='],
    ['{"name":"Tea,"¶price":3}', 'expected a double quote before ,"price"'],
    ['{"name":"15" ¶monitor"}', `${quote} monitor`],
    ['{¶“id”: 1}', 'expected straight double quotes, got “id”'],
    ['¶\u00a0[]', 'expected an ordinary space, got \\u00a0'],
    ['[1¶\u200b]', 'remove the invisible \\u200b'],
  ];
  for (const [marked, reason] of errors) {
    it(`says of ${JSON.stringify(marked)}: ${reason}`, () => {
      const lines = marked.slice(0, marked.indexOf('¶')).split('\n');
      const place = `:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
      const message = `${place}: not JSON: ${reason}`;
      expect(locateSyntaxError(marked.replace('¶', ''))).to.equal(message);
    });
  }
});

import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { decodeText } from '../../../src/adapters/file/decode-text.ts';

/** Text that is not UTF-8 is refused, so that no name is served garbled. */
describe('decodeText', () => {
  for (const text of ['', '[', '[]', 'é', '\u0000\u0000']) {
    it(`decodes ${JSON.stringify(text)}, with or without a byte-order mark`, () => {
      expect(decodeText('a.json', Buffer.from(text))).to.equal(text);
      expect(decodeText('a.json', Buffer.from(`\ufeff${text}`))).to.equal(text);
    });
  }

  const utf16 = 'expected UTF-8, got UTF-16; save it as UTF-8';
  const other = 'expected UTF-8; save it as UTF-8';
  const refused: [what: string, bytes: Buffer, reason: string][] = [
    ['UTF-16', Buffer.from('\ufeff[]', 'utf16le'), utf16],
    ['big-endian UTF-16', Buffer.from('\ufeff[]', 'utf16le').swap16(), utf16],
    ['UTF-16 without its mark', Buffer.from('[]', 'utf16le'), utf16],
    ['big-endian UTF-16 without its mark', Buffer.from('[]', 'utf16le').swap16(), utf16],
    ['Latin-1', Buffer.from('["Caf\xe9"]', 'latin1'), other],
    ['Latin-1 that starts with one byte of a mark', Buffer.from('\xffa', 'latin1'), other],
    ['Latin-1 that starts with the other, twice', Buffer.from('\xfe\xfe', 'latin1'), other],
    ['truncated UTF-8', Buffer.from('[]\n\u20ac').subarray(0, -1), other],
  ];
  for (const [what, bytes, reason] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => decodeText('a.json', bytes)).to.throw(CatalogFileError, `a.json: ${reason}`);
    });
  }
});

import { truncateSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { ProductsFileError } from '../../../src/adapters/file/products-file-error.ts';
import { readText } from '../../../src/adapters/file/read-text.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

/**
 * What cannot be read, or is not UTF-8, is refused at once, with a reason. `main`'s tests have
 * standard input.
 */
describe('readText', () => {
  const folder = new TemporaryFolder();

  async function expectRefusal(path: string, words: string): Promise<void> {
    const error: unknown = await readText(path).catch((error) => error);
    expect(error)
      .to.be.instanceOf(ProductsFileError)
      .and.to.include({ message: `${path}${words}` });
  }

  for (const mark of ['', '\ufeff']) {
    it(`reads any text in UTF-8 after ${JSON.stringify(mark)}, which is no part of it`, async () => {
      for (const text of ['', 'é\u{1f375}\ufeff']) {
        expect(await readText(folder.write('a.json', mark + text))).to.equal(text);
      }
    });
  }

  const utf16 = ':1: not UTF-8 but UTF-16, as Windows PowerShell writes it: save it as UTF-8';
  for (const [what, bytes, words] of [
    ['UTF-16 as PowerShell writes it', Buffer.from('\ufeff[]', 'utf16le'), utf16],
    ['a line of Latin-1', Buffer.from('["\n\xe9\n"]\n', 'latin1'), ':2: not UTF-8'],
    ['truncated UTF-8', Buffer.from('["\ufffd"]\n\u20ac').subarray(0, -1), ':2: not UTF-8'],
  ] as const) {
    it(`refuses ${what}, with the line`, () => expectRefusal(folder.write('a.json', bytes), words));
  }

  const missing = ': no such file or directory';
  it('says where it has looked for a file with a relative path', () => {
    return expectRefusal('nowhere//a.json', `${missing}; looked for ${resolve('nowhere/a.json')}`);
  });

  const refused: [what: string, name: string, reason: string][] = [
    ['a file that does not exist', 'nowhere.json', missing],
    ['a folder', '.', ': expected a file, got a folder'],
    ['a file that is too long for a string', 'large', ': expected at most 536870888 bytes'],
  ];
  // No byte of it is stored.
  before(() => truncateSync(folder.write('large', ''), 10 * 1024 ** 3));
  for (const [what, name, reason] of refused) {
    it(`refuses ${what}`, () => expectRefusal(folder.path(name), reason));
  }

  it('keeps the error of the system as the cause', async () => {
    const error: unknown = await readText(folder.path('nowhere.json')).catch((error) => error);
    expect(error).to.have.nested.property('cause.code', 'ENOENT');
  });

  it('refuses a device', () => {
    const reason = ': expected a file, got a pipe or a device; - reads standard input';
    return expectRefusal('/dev/null', reason);
  });
});

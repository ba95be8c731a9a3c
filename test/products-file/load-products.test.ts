import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect } from 'chai';
import { loadProducts } from '../../src/products-file/load-products.ts';
import { ProductsFileError } from '../../src/products-file/products-file-error.ts';
import { Service } from '../support/service.ts';
import { isUnix, itOnUnix } from '../support/system.ts';
import { TEA } from '../support/tea.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const tea = { ...TEA, name: 'Té é\u{1f375}\ufeff' };

/**
 * What cannot be read, or is not UTF-8, is refused at once, with a reason. `parseProducts` has the
 * faults of a text, and the tests of `main` have standard input.
 */
describe('loadProducts', () => {
  const folder = new TemporaryFolder();

  async function errorOf(path: string): Promise<Error> {
    const error: unknown = await loadProducts(path).catch((error) => error);
    if (error instanceof ProductsFileError) return error;
    throw error;
  }

  it('reads UTF-8', async () => {
    const path = folder.write('a.json', JSON.stringify([tea]));
    expect(await loadProducts(path, expect.fail)).to.deep.equal([tea]);
  });

  const utf16 = ': not UTF-8 but UTF-16, as Windows PowerShell writes it: save it as UTF-8';
  const convert =
    '; for CSV, YAML or XML, see "Convert another file" in docs/products-file.md of product-catalogue';
  for (const [what, name, bytes, message] of [
    ['Latin-1', 'a.json', Buffer.from('["\xe9"]', 'latin1'), ': not UTF-8'],
    ['UTF-16 as PowerShell writes it', 'a.json', Buffer.from('\ufeff[]', 'utf16le'), utf16],
    ['a workbook', 'a.json', Buffer.from('PK\x03\x04\xff', 'latin1'), `: not UTF-8${convert}`],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const path = folder.write(name, bytes);
      expect((await errorOf(path)).message).to.equal(`${path}${message}`);
    });
  }

  const special = 'expected a file, got a pipe or a device; - reads standard input';
  const missing = 'no such file or directory';
  const refused: [what: string, path: string, reason: string][] = [
    ['a file that does not exist', folder.path('nowhere.json'), missing],
    ['a folder', folder.path('.'), 'expected a file, got a folder'],
    // It says where it has looked for a relative path.
    ['a name', 'nowhere//a.json', `${missing}; looked for ${resolve('nowhere/a.json')}`],
  ];
  if (isUnix) refused.push(['a device', '/dev/null', special]);
  for (const [what, path, reason] of refused) {
    it(`refuses ${what}: ${reason}`, async () => {
      expect((await errorOf(path)).message).to.equal(`${path}: ${reason}`);
    });
  }

  itOnUnix('refuses a pipe to which nobody writes', async () => {
    const path = folder.path('pipe');
    execFileSync('mkfifo', [path]);
    // A process that has opened it can only be killed.
    await using program = new Service({}, ['--check', path]);
    expect(await program.ended(), program.stderr).to.equal(1);
    expect(program.stderr).to.equal(`${path}: ${special}\n`);
  });

  it('says in the words of Node why a file is too large', async () => {
    // Only a missing file has a hint at where it was looked for.
    const path = relative('', folder.write('large.json', ''));
    // No byte of it is stored.
    truncateSync(path, 10 * 1024 ** 3);
    const error = await errorOf(path);
    expect(error).to.have.nested.property('cause.code', 'ERR_FS_FILE_TOO_LARGE');
    expect(error.message).to.equal(`${path}: ${(error.cause as Error).message}`);
  });
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  createReadStream,
  openSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import consumers from 'node:stream/consumers';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { readText } from '../../../src/adapters/file/read-text.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

/** What cannot be read, or is not UTF-8, is refused at once, with a reason. */
describe('readText', () => {
  const folder = new TemporaryFolder();

  async function expectRefusal(path: string, reason: string): Promise<void> {
    const error: unknown = await readText(path).catch((error) => error);
    expect(error).to.be.instanceOf(CatalogFileError);
    expect(error).to.include({ name: 'CatalogFileError', message: `: ${reason}` });
  }

  for (const mark of ['', '\ufeff']) {
    it(`reads any text in UTF-8 after ${JSON.stringify(mark)}, which is no part of it`, async () => {
      for (const text of ['', 'é\u{1f375}\ufeff']) {
        expect(await readText(folder.write('a.json', mark + text))).to.equal(text);
      }
    });
  }

  const utf16 = Buffer.from('\ufeff[]', 'utf16le');
  const notUtf8: [what: string, bytes: Buffer, words: string][] = [
    ['UTF-16', utf16, ', got UTF-16: save it as UTF-8'],
    [
      'UTF-16 of the other byte order',
      Buffer.from(utf16).swap16(),
      ', got UTF-16: save it as UTF-8',
    ],
    ['UTF-16 without a mark', Buffer.from('[]', 'utf16le'), ', got UTF-16: save it as UTF-8'],
    [
      'such UTF-16 of the other byte order',
      Buffer.from('\0[\0]'),
      ', got UTF-16: save it as UTF-8',
    ],
    ['a ZIP', Buffer.from('PK\x03\x04\x14\0'), ', got a ZIP or Excel file'],
    ['gzip', gzipSync('[]'), ', got gzip: unpack it'],
    ['a null character', Buffer.from('[]\0'), ', got binary data'],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xff\0', 'latin1'), ', got a PDF'],
    ['truncated UTF-8', Buffer.from('[]\n\u20ac').subarray(0, -1), ': save it as UTF-8'],
  ];
  for (const [what, bytes, words] of notUtf8) {
    it(`refuses ${what}`, () => {
      const path = folder.write('a.json', bytes);
      return expectRefusal(path, `expected UTF-8${words}`);
    });
  }

  const missing = 'no such file or directory';
  for (const [name, reason] of [
    ['https://shop.example/products.json', 'expected a file, got a URL'],
    ['HTTPS://shop.example/products.json', 'expected a file, got a URL'],
    ['nowhere//a.json', `${missing}; looked for ${resolve('nowhere/a.json')}`],
    ['nowhere:/\u009b.json', `${missing}; looked for ${resolve('nowhere:')}/\\u009b.json`],
    ['~/nowhere.json', `${missing}; the shell expands ~ only without quotes`],
  ] as const) {
    it(`refuses ${name}`, () => expectRefusal(name, reason));
  }

  const pipe = 'expected a file, got a pipe or a device; - reads standard input';
  const tooLarge = 'expected at most 536,870,888 bytes';
  const refused: [what: string, name: string, reason: string][] = [
    ['a file that does not exist', 'nowhere.json', missing],
    ['a link to such a file', 'link', `${missing}; it is a link to \\u009b.json`],
    ['a link to itself', 'loop', 'too many symbolic links encountered'],
    ['a name that is too long', 'x'.repeat(300), 'name too long'],
    ['a folder', '.', 'expected a file, got a folder'],
    ['a FIFO, without waiting for a writer', 'fifo', pipe],
    ['a file that is larger than a string', 'large', tooLarge],
  ];
  before(() => {
    execFileSync('mkfifo', [folder.path('fifo')]);
    symlinkSync('\u009b.json', folder.path('link'));
    symlinkSync('loop', folder.path('loop'));
    truncateSync(folder.write('large', ''), 10 * 1024 ** 3);
  });
  // A thread that waits for a writer would keep the process from exiting.
  after(() => closeSync(openSync(folder.path('fifo'), 'r+')));
  for (const [what, name, reason] of refused) {
    it(`refuses ${what}`, () => {
      return expectRefusal(folder.path(name), reason);
    });
  }

  it('refuses a device', () => expectRefusal('/dev/null', pipe));

  it('refuses a file that it may not read', async () => {
    const path = folder.write('secret.json', '[]');
    chmodSync(folder.path('.'), 0o755);
    chmodSync(path, 0);
    // The superuser may read any file.
    const isSuperuser = process.geteuid?.() === 0;
    if (isSuperuser) process.seteuid?.(65534);
    await expectRefusal(path, 'permission denied').finally(() => {
      if (isSuperuser) process.seteuid?.(0);
    });
  });

  afterEach(() => {
    mock.restoreAll();
    syncBuiltinESMExports();
  });

  it('refuses standard input that cannot be read', () => {
    mock.getter(process, 'stdin', () => createReadStream('.') as never);
    return expectRefusal('-', 'illegal operation on a directory');
  });

  it('refuses standard input that is larger than a string', () => {
    mock.method(consumers, 'buffer', async () => ({ length: 2 ** 29 - 23 }) as Buffer);
    syncBuiltinESMExports();
    return expectRefusal('-', tooLarge);
  });
});

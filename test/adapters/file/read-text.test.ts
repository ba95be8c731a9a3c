import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, symlinkSync, truncateSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { FileFault } from '../../../src/adapters/file/products-file-error.ts';
import { readText } from '../../../src/adapters/file/read-text.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

/** What cannot be read, or is not UTF-8, is refused at once, with a reason. `main`'s tests have standard input. */
describe('readText', () => {
  const folder = new TemporaryFolder();

  async function expectRefusal(path: string, message: string): Promise<void> {
    const error: unknown = await readText(path).catch((error) => error);
    expect(error).to.be.instanceOf(FileFault).and.to.include({ message, place: '' });
  }

  for (const mark of ['', '\ufeff']) {
    it(`reads any text in UTF-8 after ${JSON.stringify(mark)}, which is no part of it`, async () => {
      for (const text of ['', 'é\u{1f375}\ufeff']) {
        expect(await readText(folder.write('a.json', mark + text))).to.equal(text);
      }
    });
  }

  for (const [what, bytes] of [
    ['UTF-16 as PowerShell writes it', Buffer.from('\ufeff[]', 'utf16le')],
    ['truncated UTF-8', Buffer.from('[]\n\u20ac').subarray(0, -1)],
  ] as const) {
    it(`refuses ${what}`, () => {
      const advice = 'save it as UTF-8 (Windows PowerShell writes UTF-16 unless told otherwise)';
      return expectRefusal(folder.write('a.json', bytes), `not UTF-8: ${advice}`);
    });
  }

  const missing = 'no such file or directory';
  it('says where it has looked for a file with a relative path', () => {
    return expectRefusal('nowhere//a.json', `${missing}; looked for ${resolve('nowhere/a.json')}`);
  });

  const pipe = 'expected a file, got a pipe or a device; - reads standard input';
  const refused: [what: string, name: string, reason: string][] = [
    ['a file that does not exist', 'nowhere.json', missing],
    ['a link to itself', 'loop', 'too many symbolic links encountered'],
    ['a folder', '.', 'expected a file, got a folder'],
    ['a FIFO, without waiting for a writer', 'fifo', pipe],
    ['a file that is too long for a string', 'large', 'expected at most 536870888 bytes'],
  ];
  before(() => {
    execFileSync('mkfifo', [folder.path('fifo')]);
    symlinkSync('loop', folder.path('loop'));
    truncateSync(folder.write('large', ''), 10 * 1024 ** 3);
  });
  // A thread that waits for a writer would keep the process from exiting.
  after(() => closeSync(openSync(folder.path('fifo'), 'r+')));
  for (const [what, name, reason] of refused) {
    it(`refuses ${what}`, () => expectRefusal(folder.path(name), reason));
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
});

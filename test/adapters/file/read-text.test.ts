import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, symlinkSync, truncateSync } from 'node:fs';
import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { readBytes } from '../../../src/adapters/file/read-bytes.ts';
import { holdSocket } from '../../support/held-socket.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

/** What cannot be read is refused at once, with a reason. */
describe('readBytes', () => {
  const folder = new TemporaryFolder();

  async function expectRefusal(path: string, reason: string): Promise<void> {
    const error: unknown = await readBytes(path).catch((error) => error);
    expect(error).to.be.instanceOf(CatalogFileError);
    expect(error).to.include({ name: 'CatalogFileError', message: `${path}: ${reason}` });
  }

  it('reads a whole file, and leaves none open', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abc\0');
    const path = folder.write('a.json', bytes);
    const open = readdirSync('/dev/fd').length;
    expect((await readBytes(path)).equals(bytes)).to.equal(true);
    expect(readdirSync('/dev/fd')).to.have.length(open);
  });

  const pipe = 'expected a file, got a pipe or a device; - reads standard input';
  const tooLarge = 'expected at most 536870888 bytes';
  const refused: [what: string, name: string, reason: string][] = [
    ['a file that does not exist', 'nowhere.json', 'no such file'],
    ['a file below a file', 'large/c.json', 'no such file'],
    ['a name that is too long', 'x'.repeat(300), 'name too long'],
    ['a folder', '.', 'expected a file, got a folder'],
    ['a FIFO, without waiting for a writer', 'fifo', pipe],
    ['a socket', 'socket', pipe],
    ['a device', 'zero', pipe],
    ['a file that is larger than a string', 'large', tooLarge],
  ];
  before(() => {
    spawnSync('mkfifo', [folder.path('fifo')]);
    holdSocket(folder.path('socket'));
    symlinkSync('/dev/zero', folder.path('zero'));
    truncateSync(folder.write('large', ''), 10 * 1024 ** 3);
  });
  for (const [what, name, reason] of refused) {
    it(`refuses ${what}`, () => expectRefusal(folder.path(name), reason));
  }

  it('refuses a file that it may not read', async () => {
    const path = folder.write('secret.json', '[]');
    chmodSync(folder.path('.'), 0o755);
    chmodSync(path, 0);
    // The superuser may read any file.
    const isSuperuser = process.geteuid?.() === 0;
    if (isSuperuser) process.seteuid?.(65534);
    await expectRefusal(path, 'no permission to read it').finally(() => {
      if (isSuperuser) process.seteuid?.(0);
    });
  });

  for (const url of ['https://shop.example/p.json', 'HTTP://shop.example/p.json']) {
    it(`says how to read ${url}`, () => {
      const hint = `to read it: curl ${url} | product-catalogue -`;
      return expectRefusal(url, `expected a file, got a URL; ${hint}`);
    });
  }

  it('stops reading standard input once that is larger than a string', async () => {
    const chunks = Array(9)
      .fill(Buffer.alloc(2 ** 26))
      .values();
    const real = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
    Object.defineProperty(process, 'stdin', { ...real, get: () => chunks });
    await expectRefusal('-', tooLarge).finally(() => {
      Object.defineProperty(process, 'stdin', real);
    });
    expect([...chunks], 'not read').to.have.length(1);
  });
});

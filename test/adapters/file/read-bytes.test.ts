import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { readBytes } from '../../../src/adapters/file/read-bytes.ts';
import { asNobody } from '../../support/as-nobody.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

describe('readBytes', () => {
  const folder = new TemporaryFolder();

  async function expectRefusal(path: string, reason: string): Promise<void> {
    const error: unknown = await readBytes(path).catch((error) => error);
    expect(error).to.be.instanceOf(CatalogFileError);
    expect(error).to.have.property('message', `${path}: ${reason}`);
  }

  it('reads a whole file', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abc\0');
    expect((await readBytes(folder.write('a.json', bytes))).equals(bytes)).to.equal(true);
  });

  const pipe = 'expected a file, got a pipe or a device; - reads standard input';
  const refused: [what: string, make: () => string, reason: string][] = [
    ['a file that does not exist', () => folder.path('nowhere.json'), 'no such file'],
    ['a file below a file', () => `${folder.write('b.json', '')}/c.json`, 'no such file'],
    ['a name that is too long', () => 'x'.repeat(300), 'name too long'],
    [
      'a URL',
      () => 'https://shop.example/p.json',
      'expected a file, got a URL; to read it: curl https://shop.example/p.json | product-catalogue -',
    ],
    [
      'a folder',
      () => {
        mkdirSync(folder.path('folder.json'));
        return folder.path('folder.json');
      },
      'expected a file, got a folder',
    ],
    [
      'a FIFO, without waiting for a writer',
      () => {
        spawnSync('mkfifo', [folder.path('fifo.json')]);
        return folder.path('fifo.json');
      },
      pipe,
    ],
    ['a device', () => '/dev/zero', pipe],
    [
      'a file that is larger than a string',
      () => {
        const path = folder.write('large.json', '');
        truncateSync(path, 10 * 1024 ** 3);
        return path;
      },
      'expected at most 536870888 bytes',
    ],
  ];
  for (const [what, make, reason] of refused) {
    it(`refuses ${what}`, () => expectRefusal(make(), reason));
  }

  it('refuses a socket', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(folder.path('socket.json'), resolve));
    await expectRefusal(folder.path('socket.json'), pipe);
    server.close();
  });

  it('refuses a file that it may not read', async () => {
    const path = folder.write('secret.json', '[]');
    chmodSync(folder.path('.'), 0o755);
    chmodSync(path, 0);
    await asNobody(() => expectRefusal(path, 'no permission to read it'));
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, truncateSync } from 'node:fs';
import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { readBytes } from '../../../src/adapters/file/read-bytes.ts';
import { asNobody } from '../../support/as-nobody.ts';
import { holdSocket } from '../../support/held-socket.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

/** What cannot be read is refused at once, with a reason. */
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
  const tooLarge = 'expected at most 536870888 bytes';
  const refused: [what: string, name: string, make: (path: string) => unknown, reason: string][] = [
    ['a file that does not exist', 'nowhere.json', () => {}, 'no such file'],
    ['a file below a file', 'b.json/c.json', () => folder.write('b.json', ''), 'no such file'],
    ['a folder', '.', () => {}, 'expected a file, got a folder'],
    [
      'a FIFO, without waiting for a writer',
      'fifo.json',
      (path) => spawnSync('mkfifo', [path]),
      pipe,
    ],
    ['a socket', 'socket.json', (path) => holdSocket(path), pipe],
    [
      'a file that is larger than a string',
      'large.json',
      () => truncateSync(folder.write('large.json', ''), 10 * 1024 ** 3),
      tooLarge,
    ],
  ];
  for (const [what, name, make, reason] of refused) {
    it(`refuses ${what}`, async () => {
      make(folder.path(name));
      await expectRefusal(folder.path(name), reason);
    });
  }

  const urls = ['https://shop.example/p.json', 'HTTP://shop.example/p.json'].map((url) => {
    const hint = `to read it: curl ${url} | product-catalogue -`;
    return [`the URL ${url}`, url, `expected a file, got a URL; ${hint}`] as const;
  });
  for (const [what, path, reason] of [
    ['a name that is too long', 'x'.repeat(300), 'name too long'],
    ['a device', '/dev/zero', pipe],
    ...urls,
  ] as const) {
    it(`refuses ${what}`, () => expectRefusal(path, reason));
  }

  it('refuses a file that it may not read', async () => {
    const path = folder.write('secret.json', '[]');
    chmodSync(folder.path('.'), 0o755);
    chmodSync(path, 0);
    await asNobody(() => expectRefusal(path, 'no permission to read it'));
  });

  it('stops reading standard input once that is larger than a string', async () => {
    const chunk = Buffer.alloc(2 ** 26);
    let chunks = 0;
    async function* endless() {
      for (;;) {
        chunks += 1;
        yield chunk;
      }
    }
    const real = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
    Object.defineProperty(process, 'stdin', { ...real, get: endless });
    await expectRefusal('-', tooLarge).finally(() => {
      Object.defineProperty(process, 'stdin', real);
    });
    expect(chunks).to.equal(8);
  });
});

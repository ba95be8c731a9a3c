import { expect } from 'chai';
import { Programs, preload } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const TEA = '[{"id":7,"name":"Tea","price":3}]';

/** A catalogue file is checked before anything listens, and served as it is. */
describe('main, with a catalogue file', () => {
  const programs = new Programs();
  const folder = new TemporaryFolder();
  // With an address that this machine does not have, and under an npm that may exit.
  const unusable = { HOST: '192.0.2.1', npm_lifecycle_event: 'start' };

  it('serves the file byte for byte, and does not watch it unless told to', async () => {
    const path = folder.write('products.json', TEA);
    const service = programs.serve({ CATALOG_FILE: path });
    expect((await service.get('/api/products')).body).to.equal(TEA);
    expect(await service.stop()).to.equal(0);
    expect(service.stdout).to.equal(`Serving 1 product of ${path} at ${await service.ready()}\n`);
  });

  it('reads the file from standard input', async () => {
    const service = programs.serve({}, '-');
    service.process.stdin.end(TEA);
    expect((await service.get('/api/products')).body).to.equal(TEA);
    expect(service.stdout).to.match(/^Serving 1 product of standard input at /);
  });

  for (const [option, printed] of [
    ['--log', /^serialised\nServing .*\n$/],
    ['--check', /^\S+: valid, 1 product\n$/],
  ] as const) {
    it(`serialises the list before the first client asks, if there will be any, with ${option}`, async () => {
      const script = `
        const { concat } = Buffer;
        Buffer.concat = (list) => {
          if (String(list[0]).startsWith('[{')) console.log('serialised');
          return concat(list);
        };
      `;
      const service = programs.serve(preload(script), folder.write('one.json', TEA), option);
      await service.until(() => service.stdout.includes('1 product'));
      expect(service.stdout).to.match(printed);
    });
  }

  it('warns of fields that are left out, and of products that are never found by their ids', async () => {
    const tea = TEA.slice(1, -2).concat(',"image":null}');
    const path = folder.write('twice.json', `[${tea},${tea}]`);
    const checked = programs.serve(unusable, path, '--check');
    expect(await checked.ended()).to.equal(0);
    expect(checked.stdout).to.equal(`${path}: valid, 2 products\n`);
    expect(checked.stderr).to.equal(
      `${path}: warning: fields left out: image\n${path}: warning: repeated ids: 7\n`,
    );
  });

  for (const option of ['--check', '--watch']) {
    it(`ends with status 1 if the file is wrong, before it listens, with ${option}`, async () => {
      const path = folder.write('wrong.json', TEA.replace('3', '"12"'));
      const refused = programs.serve(unusable, path, option);
      expect(await refused.ended()).to.equal(1);
      expect(refused.stdout).to.equal('');
      expect(refused.stderr).to.equal(
        `${path}: 1 of 1 products is not valid\n${path}:1: [0].price: expected a number, got "12"\n`,
      );
    });
  }
});

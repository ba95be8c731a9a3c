import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Service } from './support/service.ts';
import { Services } from './support/services.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';

const COUNT = 2000;

/** A version of the catalogue, in which every product says which one it is. */
function version(number: number): string {
  return JSON.stringify(
    Array.from({ length: COUNT }, (_, id) => ({ id, name: `version ${number}`, price: number })),
  );
}

describe('--watch', () => {
  const folder = new TemporaryFolder();
  const services = new Services();

  /** Starts the service with a file that it watches. */
  async function watch(path: string): Promise<{ running: Service; url: string }> {
    const running = services.start({}, path, '--watch', '--host', '127.0.0.1');
    const url = await running.ready();
    await running.until(() => running.stdout.endsWith(`\nWatching ${path}\n`));
    return { running, url };
  }

  it('serves each good version whole, and fails no request, however the file changes', async () => {
    const real = folder.path('data');
    mkdirSync(join(real, '1'), { recursive: true });
    writeFileSync(join(real, '1', 'products.json'), version(1));
    // As Kubernetes mounts a ConfigMap: a link to a file behind a link that is switched.
    symlinkSync('1', join(real, '..data'));
    symlinkSync('..data/products.json', join(real, 'products.json'));
    const path = join(real, 'products.json');
    const { running, url } = await watch(path);
    const reader = readForEver(url);

    const changes: [what: string, change: () => void][] = [
      ['written in place', () => writeFileSync(path, version(2))],
      [
        'renamed over',
        () => {
          writeFileSync(join(real, 'new.json'), version(3));
          renameSync(join(real, 'new.json'), join(real, '1', 'products.json'));
        },
      ],
      ['half written', () => writeFileSync(path, version(4).slice(0, 5000))],
      ['wrong', () => writeFileSync(path, '[{"id":1,"name":"Tea","price":"12"}]')],
      ['right again', () => writeFileSync(path, version(5))],
      ['deleted', () => rmSync(join(real, '1', 'products.json'))],
      ['put back', () => writeFileSync(join(real, '1', 'products.json'), version(6))],
      [
        'behind a link that is switched',
        () => {
          mkdirSync(join(real, '2'));
          writeFileSync(join(real, '2', 'products.json'), version(7));
          symlinkSync('2', join(real, '..data_tmp'));
          renameSync(join(real, '..data_tmp'), join(real, '..data'));
        },
      ],
    ];
    for (const [what, change] of changes) {
      const { stdout, stderr } = running;
      change();
      await running.until(() => running.stdout !== stdout || running.stderr !== stderr);
      const isGood = !['half written', 'wrong', 'deleted'].includes(what);
      await running.until(() => isGood || /still serving .*\n$/.test(running.stderr));
      expect(running.stdout !== stdout, `${what}: announced`).to.equal(isGood);
    }

    expect(await reader.stop()).to.deep.equal([1, 2, 3, 5, 6, 7]);
    const announced = running.stdout.split('\n').slice(2, -1);
    expect(announced).to.have.length(5);
    for (const line of announced) {
      expect(line).to.match(/^\d\d:\d\d:\d\d Reloaded \S+products\.json: 2000 products$/);
    }
    const complaints = running.stderr.split('\n').slice(0, -1);
    expect(complaints[0]).to.match(/products\.json:1:\d+: not JSON: /);
    const times = announced.map((line) => line.slice(0, 8));
    expect(complaints.slice(1)).to.deep.equal([
      `${path}: still serving the 2000 products loaded at ${times[1]}`,
      `${path}: 1 of 1 products is not valid`,
      `${path}:1: [0].price: expected a number, got "12"`,
      `${path}: still serving the 2000 products loaded at ${times[1]}`,
      `${path}: no such file`,
      `${path}: still serving the 2000 products loaded at ${times[2]}`,
    ]);
  });

  it('finds products of the new version by their ids, and warns of repeated ones', async () => {
    const path = folder.write('products.json', '[{"id":1,"name":"Tea","price":3}]');
    const { running, url } = await watch(path);
    const milk = '{"id":2,"name":"Milk","price":1}';
    folder.write('products.json', `[${milk},${milk}]`);
    await running.until(() => running.stdout.includes('Reloaded'));
    expect((await fetch(`${url}/1`)).status).to.equal(404);
    expect(await (await fetch(`${url}/2`)).json()).to.deep.equal(JSON.parse(milk));
    expect(running.stderr).to.equal(
      `${path}: warning: 1 repeated id; [0] and [1] share id 2, and only [0] is found by it\n`,
    );
  });

  it('ends with status 0 at once when it is told to stop', async () => {
    const { running } = await watch(folder.write('products.json', '[]'));
    running.process.kill('SIGTERM');
    expect(await running.ended()).to.equal(0);
    expect(running.stderr).to.equal('');
  });

  it('does not start with a wrong file', async () => {
    const path = folder.write('wrong.json', '{}');
    const service = services.start({}, path, '--watch');
    expect(await service.ended()).to.equal(1);
    expect(service.stderr).to.equal(
      `${path}: expected an array of products, got an empty object\n`,
    );
  });

  it('ends with status 2 without a file', async () => {
    const service = services.start({}, '--watch');
    expect(await service.ended()).to.equal(2);
    expect(service.stderr).to.equal(
      'product-catalogue: --watch needs the path of a file (--help says more)\n',
    );
  });
});

/** A client that asks for the list again as soon as it has it. */
function readForEver(url: string): { stop(): Promise<number[]> } {
  const versions = new Set<number>();
  let isStopped = false;
  async function read(): Promise<void> {
    while (!isStopped) {
      const products = (await (await fetch(url)).json()) as { id: number; price: number }[];
      expect(products).to.have.length(COUNT);
      const prices = new Set(products.map(({ price }) => price));
      expect(prices).to.have.property('size', 1);
      for (const price of prices) versions.add(price);
    }
  }
  const reading = read();
  return {
    async stop() {
      isStopped = true;
      await reading;
      return [...versions];
    },
  };
}

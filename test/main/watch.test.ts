import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Programs, preload, type Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const COUNT = 50;

/** A version of the catalogue, in which every product says which one it is. */
function version(number: number): string {
  return JSON.stringify(
    Array.from({ length: COUNT }, (_, id) => ({ id, name: `version ${number}`, price: number })),
  );
}

/** The file is looked at every 500 ms, which are 10 ms to this process. */
const hasten = `
  import timers from 'node:timers/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { setTimeout } = timers;
  timers.setTimeout = (time) => setTimeout(time / 50);
  syncBuiltinESMExports();
`;

/** How the service follows a file that changes; `CatalogFile` has what counts as a change. */
describe('main, with --watch', () => {
  const folder = new TemporaryFolder();
  const programs = new Programs();

  /** Starts the service with a file that it watches. */
  async function watch(path: string): Promise<{ service: Service; url: string }> {
    const service = programs.serve(preload(hasten), path, '--watch', '--host', '127.0.0.1');
    const url = await service.ready();
    await service.until(() => service.stdout.endsWith(`\nWatching ${path}\n`));
    return { service, url };
  }

  it('serves each good version whole, and fails no request, however the file changes', async () => {
    const data = folder.path('data');
    for (const name of ['1', '2']) mkdirSync(join(data, name), { recursive: true });
    writeFileSync(join(data, '1', 'products.json'), version(1));
    // As Kubernetes mounts a ConfigMap: a link to a file behind a link that is switched.
    symlinkSync('1', join(data, '..data'));
    symlinkSync('..data/products.json', join(data, 'products.json'));
    const path = join(data, 'products.json');
    const { service, url } = await watch(path);
    const reader = readForEver(url);
    await reader.next();

    /** Each change is one step, so that it is seen whole or not at all. */
    function rename(text: string): void {
      writeFileSync(join(data, 'new.json'), text);
      renameSync(join(data, 'new.json'), join(data, '1', 'products.json'));
    }
    const changes: [what: string, isGood: boolean, change: () => void][] = [
      // All versions are equally long, so that it is not empty in between.
      ['written in place', true, () => writeFileSync(path, version(2), { flag: 'r+' })],
      ['renamed over', true, () => rename(version(3))],
      ['half written', false, () => truncateSync(path, 1000)],
      ['wrong', false, () => rename('[{"id":1,"name":"Tea","price":"12"}]')],
      ['right again', true, () => rename(version(5))],
      ['deleted', false, () => rmSync(join(data, '1', 'products.json'))],
      ['put back', true, () => rename(version(6))],
      [
        'behind a link that is switched',
        true,
        () => {
          writeFileSync(join(data, '2', 'products.json'), version(7));
          symlinkSync('2', join(data, '..data_tmp'));
          renameSync(join(data, '..data_tmp'), join(data, '..data'));
        },
      ],
    ];
    for (const [what, isGood, change] of changes) {
      const { stdout, stderr } = service;
      change();
      await service.until(() => service.stdout !== stdout || service.stderr !== stderr);
      await service.until(() => isGood || /still serving .*\n$/.test(service.stderr));
      expect(service.stdout !== stdout, `${what}: announced`).to.equal(isGood);
      if (isGood) await reader.next();
    }

    expect(await reader.stop()).to.deep.equal([1, 2, 3, 5, 6, 7]);
    const announced = service.stdout.split('\n').slice(2, -1);
    expect(announced).to.have.length(5);
    for (const line of announced) {
      expect(line).to.match(/^\d\d:\d\d:\d\d Reloaded \S+products\.json: 50 products$/);
    }
    const [syntaxError, ...complaints] = service.stderr.split('\n').slice(0, -1);
    expect(syntaxError).to.match(/products\.json:1:\d+: not JSON: /);
    const times = announced.map((line) => line.slice(0, 8));
    expect(complaints).to.deep.equal([
      `${path}: still serving the 50 products loaded at ${times[1]}`,
      `${path}: 1 of 1 products is not valid`,
      `${path}:1: [0].price: expected a number, got "12"`,
      `${path}: still serving the 50 products loaded at ${times[1]}`,
      `${path}: no such file`,
      `${path}: still serving the 50 products loaded at ${times[2]}`,
    ]);
  });

  it('finds products of the new version by their ids, and warns of repeated ones', async () => {
    const path = folder.write('products.json', '[{"id":1,"name":"Tea","price":3}]');
    const { service } = await watch(path);
    const milk = '{"id":2,"name":"Milk","price":1}';
    renameSync(folder.write('new.json', `[${milk},${milk}]`), path);
    await service.until(() => service.stdout.includes('Reloaded'));
    expect((await service.get('/api/products/1')).status).to.equal(404);
    expect((await service.get('/api/products/2')).body).to.equal(milk);
    expect(await service.stop()).to.equal(0);
    expect(service.stderr).to.equal(
      `${path}: warning: 1 repeated id; [0] and [1] share id 2, and only [0] is found by it\n`,
    );
  });
});

/** A client that asks for the list again as soon as it has it. */
function readForEver(url: string): { next(): Promise<void>; stop(): Promise<number[]> } {
  const versions = new Set<number>();
  let isStopped = false;
  async function read(): Promise<void> {
    const products = (await (await fetch(url)).json()) as { id: number; price: number }[];
    expect(products).to.have.length(COUNT);
    const prices = new Set(products.map(({ price }) => price));
    expect(prices).to.have.property('size', 1);
    for (const price of prices) versions.add(price);
  }
  async function readOn(): Promise<void> {
    while (!isStopped) await read();
  }
  const reading = readOn();
  return {
    next: read,
    async stop() {
      isStopped = true;
      await reading;
      return [...versions];
    },
  };
}

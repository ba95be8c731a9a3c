// What is measured, and what the service is to reach.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateProducts } from './generate-products.ts';
import type { Request } from './load.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** For the catalogue files and the installed package, as long as this process runs. */
export const FOLDER = join(tmpdir(), `product-catalogue-bench-${process.pid}`);
/** Where a static file server finds the list by its URL. */
export const fileOf = (products: number) => join(FOLDER, `${products}`, 'api/products.json');

export const SERVICE = 'this service';
const BARE = 'node:http';
export const NGINX = 'nginx';
const KOA = 'Koa with @koa/router';
const FRAMEWORKS = ['Fastify', 'Hono', 'Express', 'json-server'];
const IN_BENCH = ['sirv', ...FRAMEWORKS].map((name) => `bench/node_modules/${name.toLowerCase()}`);
export const peers = ['node_modules/koa', 'node_modules/@koa/router', ...IN_BENCH];
/** The twin of a reference is the same program: how far its ratio is from 1 is the noise. */
const AGAIN = ', again';
export const isTwin = (server: string) => server.endsWith(AGAIN);

const installed = join(FOLDER, 'node_modules/.bin/product-catalogue');
const script = (name: string) => [process.execPath, join(ROOT, 'bench/servers', name)];
const commands: Readonly<Record<string, readonly string[]>> = {
  [SERVICE]: [installed],
  [`${SERVICE}, --log`]: [installed, '--log'],
  [NGINX]: [process.execPath, '--import', 'tsx', join(ROOT, 'bench/servers/nginx.ts'), installed],
};
/** A command to which the path of a catalogue file is added. */
export function commandOf(server: string): readonly string[] {
  const name = server.replace(AGAIN, '');
  return commands[name] ?? script(`${name.toLowerCase().replace(/\W+/g, '-')}.mjs`);
}

/** Servers that hold the same products and get the same request, in turns. */
export interface Comparison {
  readonly table: string;
  readonly products: number;
  readonly request: Request;
  /** What ratios are to, its twin, and others. */
  readonly servers: readonly string[];
}

const MOST = 1_000_000;
const product = { target: '/api/products/2', body: generateProducts(2)[1], connections: 32 };
const list = (products: number) => ({
  ...{ target: '/api/products', body: generateProducts(products) },
  // Those who write 5 MB as JSON for each request would need seconds for a turn.
  connections: products === 100_000 ? 4 : 32,
});
const gzipList = { ...list(10_000), encoding: 'gzip' };
const beside = (reference: string, ...others: string[]) => ({
  servers: [reference, reference + AGAIN, ...others],
});
const listOfAll = (products: number): Comparison => ({
  ...{ table: 'List of all', products, request: list(products) },
  ...beside(BARE, SERVICE, 'sirv', ...FRAMEWORKS),
});
const all = [SERVICE, `${SERVICE}, --log`, BARE, ...FRAMEWORKS];

/** Each target beside its reference alone, where it allows that: other programs disturb. */
export const forTargets: readonly Comparison[] = [
  ...[3, 1000, 100_000, MOST].map((products) => ({
    ...{ table: 'By size', products, request: product, ...beside(BARE, SERVICE) },
  })),
  { table: 'One product', products: 3, request: product, ...beside(KOA, SERVICE) },
  { table: 'List', products: 10_000, request: list(10_000), ...beside(BARE, SERVICE) },
  { table: 'Compressed list', products: 10_000, request: gzipList, ...beside(SERVICE, NGINX) },
  listOfAll(10_000),
];
export const forPictures: readonly Comparison[] = [
  ...[1, 10, 100, 1000, 100_000].map(listOfAll),
  { table: 'One product of all', products: 3, request: product, ...beside(KOA, ...all) },
];

/** A figure of this service or another server, as a multiple of that of the reference in its table. */
export interface Multiple {
  readonly table: string;
  readonly products?: number;
  readonly figure: string;
  readonly server?: string;
  /** Divided by the greatest multiple of these. */
  readonly by?: readonly string[];
  /** Divided by the multiple with so many products. */
  readonly since?: number;
}
const rates = { table: 'List of all', figure: 'requests/s', by: FRAMEWORKS };
export const besideFrameworks = (products: number): Multiple => ({ ...rates, products });
const compressed = { table: 'Compressed list', figure: 'requests/s', server: NGINX };
const million = { table: 'By size', products: MOST };

/** What the median of the rounds is to be: multiples, as seconds would depend on the machine. */
export type Target = readonly [string, 'at most' | 'at least', limit: number, of: string, Multiple];
export const targets: readonly Target[] = [
  ['CPU of one product', 'at most', 1.15, KOA, { table: 'One product', figure: 'CPU' }],
  ['CPU growth to a million', 'at most', 1.12, BARE, { ...million, figure: 'CPU', since: 3 }],
  ['CPU of a list of 10,000', 'at most', 1.25, BARE, { table: 'List', figure: 'CPU' }],
  ['Lists of 10,000', 'at least', 40, 'the best framework', besideFrameworks(10_000)],
  ['Compressed lists through nginx', 'at least', 2, 'plain ones without', compressed],
  ['Time to load a million', 'at most', 1.4, BARE, { ...million, figure: 'seconds' }],
  ['Memory for a million', 'at most', 0.8, BARE, { ...million, figure: 'MB loaded' }],
];

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
export const BARE = 'node:http';
export const KOA = 'Koa with @koa/router';
const FRAMEWORKS = ['Fastify', 'Hono', 'Express', 'json-server'];
/** A reference is measured twice: how far the ratio of its second row is from 1 is the noise. */
export const again = (server: string) => `${server}, again`;

const installed = join(FOLDER, 'node_modules/.bin/product-catalogue');
const script = (name: string) => [process.execPath, join(ROOT, 'bench/servers', `${name}.mjs`)];

/** Commands to which the path of a catalogue file is added. */
export const commands: Readonly<Record<string, readonly string[]>> = {
  [SERVICE]: [installed],
  [`${SERVICE}, --log`]: [installed, '--log'],
  [BARE]: script('node-http'),
  [again(BARE)]: script('node-http'),
  [KOA]: script('koa-router'),
  [again(KOA)]: script('koa-router'),
  ...Object.fromEntries(['sirv', ...FRAMEWORKS].map((name) => [name, script(name.toLowerCase())])),
};

/** A server that holds so many products. */
type Lane = readonly [server: string, products: number];
const hold = (products: number, ...servers: string[]) =>
  servers.map((server): Lane => [server, products]);

/** Servers that get the same request, in turns. */
export interface Comparison {
  readonly table: string;
  readonly request: Request;
  /** What ratios are to: this server with as many products. */
  readonly reference: string;
  /** In the order of their turns. */
  readonly lanes: readonly Lane[];
  /** Whether fewer rounds will do, since no target depends on it. */
  readonly isOnlyDrawn?: boolean;
}

const MOST = 1_000_000;
const oneProduct = { target: '/api/products/2', body: generateProducts(2)[1], connections: 32 };
const list = (products: number): Request => ({
  target: '/api/products',
  body: generateProducts(products),
  // Those who write 5 MB as JSON for each request would need seconds for a turn.
  connections: products === 100_000 ? 4 : 32,
});

export const comparisons: readonly Comparison[] = [
  ...[1, 10, 100, 1000, 10_000, 100_000].map((products) => ({
    table: 'List',
    request: list(products),
    reference: BARE,
    lanes: hold(products, again(BARE), BARE, SERVICE, 'sirv', ...FRAMEWORKS),
    isOnlyDrawn: products !== 10_000,
  })),
  {
    table: 'One product',
    request: oneProduct,
    reference: KOA,
    lanes: hold(3, again(KOA), KOA, SERVICE, `${SERVICE}, --log`, BARE, ...FRAMEWORKS),
  },
  {
    table: 'One of many',
    request: oneProduct,
    reference: BARE,
    lanes: [
      ...[3, 1000, 100_000].flatMap((products) => hold(products, BARE, SERVICE)),
      ...hold(MOST, BARE, SERVICE, again(BARE)),
    ],
  },
];

/** What the median of the rounds is to be. All are ratios, as seconds would depend on the machine. */
export type Target = readonly [
  ...[what: string, bound: 'at most' | 'at least', limit: number, reference: string],
  ...[table: string, products: number, figure: string],
  /** The figure is divided by the greatest of these, unless it is a ratio already. */
  by?: readonly Lane[],
];

const best = hold(10_000, ...FRAMEWORKS);
const few = hold(3, SERVICE);

export const targets: readonly Target[] = [
  ['CPU of one product', 'at most', 1.05, KOA, 'One product', 3, 'ratio of CPU'],
  ['CPU growth to a million', 'at most', 1.12, BARE, 'One of many', MOST, 'ratio of CPU', few],
  ['CPU of a list of 10,000', 'at most', 1.25, BARE, 'List', 10_000, 'ratio of CPU'],
  ['Lists of 10,000', 'at least', 30, 'the best framework', 'List', 10_000, 'requests/s', best],
  ['Time to load a million', 'at most', 1.5, BARE, 'One of many', MOST, 'ratio of seconds'],
  ['Memory for a million', 'at most', 1, BARE, 'One of many', MOST, 'ratio of MB loaded'],
];

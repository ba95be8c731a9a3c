// What is measured, beside what.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateProducts } from './generate-products.ts';
import type { Request } from './load.ts';

/** For the catalogue files and the installed package, as long as this process runs. */
export const FOLDER = join(tmpdir(), `product-catalogue-bench-${process.pid}`);
/** Where a static file server finds the list by its URL. */
export const fileOf = (products: number) => join(FOLDER, `${products}`, 'api/products.json');

export const SERVICE = 'this service';
export const BARE = 'node:http';
export const KOA = 'Koa with @koa/router';
/** With the list serialised once, by hand. */
export const [KOA_KEPT, FASTIFY_KEPT] = [`${KOA}, list kept`, 'Fastify, list kept'] as const;
export const NGINX = 'nginx';
export const FRAMEWORKS = ['Fastify', 'Hono', 'Express', 'json-server'];
const IN_BENCH = ['sirv', ...FRAMEWORKS].map((name) => `bench/node_modules/${name.toLowerCase()}`);
/** The folders of the packages that the service is compared with. */
export const peers = ['node_modules/koa', 'node_modules/@koa/router', ...IN_BENCH];
export function nameAndVersion(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}

const installed = [process.execPath, join(FOLDER, 'node_modules/.bin/product-catalogue')];
const commands: Readonly<Record<string, readonly string[]>> = {
  [SERVICE]: installed,
  [NGINX]: [process.execPath, '--import', 'tsx', 'bench/servers/nginx.ts', ...installed],
};
/** A command to which the path of a catalogue file is added. What follows a comma in the name is an argument. */
export function commandOf(server: string): readonly string[] {
  const [name = '', ...args] = server.split(', ');
  const script = `bench/servers/${name.toLowerCase().replace(/\W+/g, '-')}.mjs`;
  return [...(commands[name] ?? [process.execPath, script]), ...args];
}

/** Servers that hold the same products and get the same request, in turns. */
export interface Comparison {
  readonly table: string;
  readonly products: number;
  readonly request: Request;
  /** What ratios are to. */
  readonly reference: string;
  readonly others: readonly string[];
  /** Servers that are also measured at a fixed rate: see waiting.ts. */
  readonly atFixedRate?: readonly string[];
}
/** The reference a second time: how far its ratio is from 1 is the noise. */
export const TWIN = 'twin';

export const MILLION = 1_000_000;
export const product = { target: '/api/products/2', body: generateProducts(2)[1], connections: 32 };
const list = (products: number) => ({
  ...{ target: '/api/products', body: generateProducts(products), connections: 32 },
});
const gzipList = { ...list(10_000), encoding: 'gzip' };

const beside = (reference: string, ...others: string[]) => ({ reference, others });
const bySize = (products: number): Comparison => ({
  ...{ table: 'By size', products, request: product, ...beside(BARE, SERVICE) },
});
const kept = [SERVICE, KOA_KEPT, FASTIFY_KEPT];
const listOf = (products: number): Comparison => ({
  ...{ table: 'List', products, request: list(products) },
  ...beside(BARE, ...kept, 'sirv', ...FRAMEWORKS),
});
const one = { table: 'One product', products: 3, request: product };

/** What the targets are about, and how long a reload takes. */
export const inEachRound: readonly Comparison[] = [
  ...[3, 100_000, MILLION].map(bySize),
  {
    ...{ ...one, ...beside(KOA, SERVICE, `${SERVICE}, --log`, BARE, ...FRAMEWORKS) },
    atFixedRate: [TWIN, KOA, SERVICE, BARE, 'Fastify'],
  },
  // Those that serialise the list each time cannot send so many.
  { ...listOf(10_000), atFixedRate: [TWIN, BARE, ...kept] },
  { table: 'Compressed list', products: 10_000, request: gzipList, ...beside(SERVICE, NGINX) },
];
export const inFirstRound: readonly Comparison[] = [
  ...[1, 10, 100, 1000].map(listOf),
  {
    ...{ ...one, table: 'One connection', request: { ...product, connections: 1 } },
    ...beside(KOA, SERVICE),
  },
];

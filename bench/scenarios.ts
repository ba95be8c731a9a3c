// What is measured, and what the service is to reach.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateProducts } from './generate-products.ts';
import type { Request } from './load.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** For the catalogue files and the installed package, as long as this process runs. */
export const FOLDER = join(tmpdir(), `product-catalogue-bench-${process.pid}`);
export const fileOf = (held: number): string => join(FOLDER, `${held}.json`);

const allowed = /^Cpus_allowed_list:.*$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[0];
const cores = allowed?.match(/\d+/g) ?? [];
/** The servers have the first core to themselves, and this process the last. */
export const SERVER_CORE = cores.at(0) ?? '0';
export const LOAD_CORE = cores.at(-1) ?? '0';

/** A name for the tables, and a command to which a catalogue file is added. */
export interface Server {
  readonly name: string;
  readonly command: readonly string[];
}

function server(name: string, ...command: string[]): Server {
  return { name, command: ['taskset', '--cpu-list', SERVER_CORE, ...command] };
}

function script(name: string, file: string, ...args: string[]): Server {
  return server(name, process.execPath, join(ROOT, 'bench/servers', file), ...args);
}

/** The command that the packed package installs, as production runs it. */
const command = join(FOLDER, 'node_modules/.bin/product-catalogue');
export const service = server('this service', command);
export const watching = server('this service, --watch', command, '--watch');
const logging = server('this service, --log', command, '--log');
const npmStart = server('npm start', 'npm', '--prefix', ROOT, '--silent', 'start', '--');
const koaFloor = script("Koa's floor", 'koa-floor.mjs');
const nodeHttp = script('node:http', 'node-http.mjs');
const frameworks = ['Fastify', 'Hono', 'Express', 'json-server'].map((name) =>
  script(name, `${name.toLowerCase()}.mjs`),
);

const contenders = [
  service,
  script('Koa, no router', 'koa-routes.mjs', 'plain'),
  script('Koa, @koa/router', 'koa-routes.mjs', 'router'),
  ...frameworks,
];

/** How many products are held. */
export const FEW = 3;
export const MANY = 10_000;
export const MOST = 1_000_000;

export const requests = {
  product: { target: '/api/products/2', status: 200, body: generateProducts(FEW)[1] },
  list: { target: '/api/products', status: 200, body: generateProducts(MANY) },
  noProduct: { target: '/api/products/0', status: 404, body: { error: 'Product not found' } },
  noUrl: { target: '/api/product', status: 404, body: { error: 'Not found' } },
} satisfies Record<string, Request>;

/** A server that holds so many products and is asked one thing over and over. */
export interface Scenario {
  readonly server: Server;
  readonly held: number;
  readonly request: Request;
}

const one = (server: Server): Scenario => ({ server, held: FEW, request: requests.product });
const list = (server: Server): Scenario => ({ server, held: MANY, request: requests.list });
const again = (server: Server): Server => ({ ...server, name: `${server.name}, again` });
const asked = (name: string, request: Request, held = FEW): Scenario => {
  return { server: { ...service, name }, held, request };
};

const ONE = 'One product';
const NONE = 'One of 1,000,000 products, and none';
const LIST = 'List of 10,000';

/** Tables of scenarios that take turns in this order. Ratios are to the second, amid the others. */
export const comparisons: Readonly<Record<string, readonly Scenario[]>> = {
  [ONE]: [again(koaFloor), koaFloor, ...contenders, logging, nodeHttp].map(one),
  [NONE]: [
    asked('one of 1,000,000', requests.product, MOST),
    asked('one of 3', requests.product),
    asked('no such product', requests.noProduct),
    asked('no such URL', requests.noUrl),
  ],
  [LIST]: [again(nodeHttp), nodeHttp, ...contenders].map(list),
};

/** Servers whose start is timed, and those that clients leave with unread lists. */
export const started = [koaFloor, service, npmStart, nodeHttp, ...frameworks];
export const leftUnread = [service, nodeHttp, ...frameworks];

/**
 * What the median of a figure is to be. Where rivals are named, the figure is taken as how many times
 * the best of theirs it is in the same round.
 */
export type Target = readonly [
  ...[table: string, row: string, column: string, bound: 'at most' | 'at least', limit: number],
  unit?: string,
  rivals?: readonly Server[],
];

const { name } = service;
export const targets: readonly Target[] = [
  [ONE, name, 'ratio of CPU', 'at most', 1.2],
  [NONE, 'one of 1,000,000', 'ratio of CPU', 'at most', 1.05],
  [NONE, 'no such product', 'ratio of CPU', 'at most', 1.05],
  [NONE, 'no such URL', 'ratio of CPU', 'at most', 1.05],
  [LIST, name, 'ratio of CPU', 'at most', 1.25],
  [LIST, name, 'requests/s', 'at least', 30, '× the best framework', frameworks],
  ['Unread lists', name, 'MB more resident', 'at most', 40],
  ['1,000,000 products', name, 'ms to first answer', 'at most', 3000],
  ['1,000,000 products', name, 'MB after it', 'at most', 600],
  ['Start', name, 'ms to first answer', 'at most', 1.6, "× Koa's floor", [koaFloor]],
  ['Start', name, 'MB resident', 'at most', 1.15, "× Koa's floor", [koaFloor]],
];

import type { REQUESTS } from './requests.ts';
import { again, koaFloor, nodeHttp, peers, type Server, service } from './servers.ts';

/** One server that holds so many products and is asked one thing over and over. */
export interface Scenario {
  readonly server: Server;
  readonly held: number;
  readonly request: keyof typeof REQUESTS;
}

export const FEW = 3;
export const MANY = 10_000;
export const MOST = 1_000_000;

function one(server: Server): Scenario {
  return { server, held: FEW, request: 'product' };
}

function list(server: Server): Scenario {
  return { server, held: MANY, request: 'list' };
}

// Beside each reference stands what is held against it, so that both find the machine alike.
export const oneFloor = one(koaFloor);
export const oneService = one(service);
export const oneFloorAgain = one(again(koaFloor));
export const oneNodeHttp = one(nodeHttp);
export const onePeers = peers.map(one);

export const oneOfMost: Scenario = { server: service, held: MOST, request: 'product' };
export const noProduct: Scenario = { server: service, held: FEW, request: 'noProduct' };
export const noUrl: Scenario = { server: service, held: FEW, request: 'noUrl' };

export const listNodeHttp = list(nodeHttp);
export const listService = list(service);
export const listNodeHttpAgain = list(again(nodeHttp));
export const listPeers = peers.map(list);

/** Everything that is measured in each round, in its order. */
export const scenarios: readonly Scenario[] = [
  oneFloorAgain,
  oneFloor,
  oneService,
  oneOfMost,
  noProduct,
  noUrl,
  oneNodeHttp,
  ...onePeers,
  listNodeHttpAgain,
  listNodeHttp,
  listService,
  ...listPeers,
];

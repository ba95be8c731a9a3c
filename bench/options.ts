import { parseArgs } from 'node:util';
import type { LoadTimes } from './load.ts';

export const USAGE = `usage: npm run bench -- [--quick] [--json | --write] [--autocannon]

  --quick       fewer and shorter rounds: under two minutes, and noisier
  --json        print every sample as JSON
  --write       put the tables into docs/performance.md instead of printing them
  --autocannon  load the servers by autocannon instead of by bench/load.ts`;

/** What the command line asks for. */
export interface Options {
  readonly quick: boolean;
  readonly json: boolean;
  readonly write: boolean;
  readonly autocannon: boolean;
}

/** @throws {TypeError} when it asks for something that there is not */
export function readOptions(args: readonly string[]): Options {
  const flag = { type: 'boolean', default: false } as const;
  const options = { quick: flag, json: flag, write: flag, autocannon: flag };
  return parseArgs({ args: [...args], options }).values;
}

/** How much is measured: how often, and for how long each time. */
export interface Extent {
  readonly rounds: number;
  readonly times: LoadTimes;
  /** For how long unread lists are held, in seconds. */
  readonly hold: number;
  readonly unreadRounds: number;
  /** Whether the others are held against the service also where they take long. */
  readonly unreadPeers: boolean;
}

export function extentOf({ quick }: Options): Extent {
  return quick
    ? {
        rounds: 3,
        times: { warmUp: 0.8, measure: 0.3 },
        hold: 2,
        unreadRounds: 1,
        unreadPeers: false,
      }
    : {
        rounds: 5,
        // Until the code that each request runs is compiled for good: on the list, with its few
        // thousand answers a second, that takes seconds.
        times: { warmUp: 3, measure: 1.5 },
        hold: 5,
        unreadRounds: 2,
        unreadPeers: true,
      };
}

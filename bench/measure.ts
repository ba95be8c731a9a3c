import { ask } from './ask.ts';
import type { Cores } from './cores.ts';
import type { Load, LoadSample, LoadTimes } from './load.ts';
import { residentMegabytes } from './process-usage.ts';
import { REQUESTS } from './requests.ts';
import type { Scenario } from './scenarios.ts';
import { startServer } from './server-process.ts';
import type { Server } from './servers.ts';

/** What one server did, from its start to its end. */
export interface Sample extends LoadSample {
  /** From its start to the end of its first answer. */
  readonly firstAnswerMillis: number;
  /** Resident after the first answer, and after the load. */
  readonly restMegabytes: number;
  readonly loadedMegabytes: number;
}

/** How everything is measured in this run. */
export interface Conditions {
  readonly cores: Cores | undefined;
  readonly load: Load;
  readonly times: LoadTimes;
  /** The file that holds so many products. */
  fileOf(held: number): string;
}

/**
 * Starts a server, loads it, and stops it: each sample comes from a process of its own, since two
 * processes of one program differ by more than two samples of one process.
 */
export async function measure(scenario: Scenario, conditions: Conditions): Promise<Sample> {
  const { server, held, request } = scenario;
  const { cores, load, times, fileOf } = conditions;
  const { target, isRight } = REQUESTS[request];
  const running = await startServer(server, fileOf(held), cores);
  try {
    const answer = await ask(running.port, target);
    const firstAnswerMillis = performance.now() - running.spawnedAt;
    if (!isRight(answer, held)) throw new Error(`${server.name}: a wrong answer to ${target}`);
    const restMegabytes = residentMegabytes(running.pid);
    const sample = await load(running, target, times);
    const loadedMegabytes = residentMegabytes(running.pid);
    return { ...sample, firstAnswerMillis, restMegabytes, loadedMegabytes };
  } finally {
    await running.stop();
  }
}

/** What it takes to hold very many products, before anyone asks and when the first one does. */
export interface StartSample {
  readonly listeningMillis: number;
  readonly listMillis: number;
  readonly megabytes: number;
}

/** Starts a server on `held` products and asks for the list once. */
export async function measureStart(
  server: Server,
  held: number,
  { cores, fileOf }: Conditions,
): Promise<StartSample> {
  const running = await startServer(server, fileOf(held), cores);
  try {
    const askedAt = performance.now();
    await ask(running.port, REQUESTS.list.target);
    const listMillis = performance.now() - askedAt;
    const megabytes = residentMegabytes(running.pid);
    return { listeningMillis: running.listeningAfter, listMillis, megabytes };
  } finally {
    await running.stop();
  }
}

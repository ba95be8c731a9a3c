import { execFile } from 'node:child_process';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { check, takeTurn } from './load.ts';
import { type Figures, medians, type Rows, ratio } from './report.ts';
import { FEW, FOLDER, fileOf, ROOT, requests, type Scenario, type Server } from './scenarios.ts';
import { HOST, startServer, usageOf } from './server-process.ts';

const run = promisify(execFile);

/**
 * One round: a new process for each scenario, since two processes of one program may differ by more
 * than two turns of one process. All of them are alive at once and take turns, so that a ratio
 * compares neighbours in time.
 */
export async function compare(
  scenarios: readonly Scenario[],
  { warmUps, turns, millis }: { warmUps: number; turns: number; millis: number },
): Promise<Rows> {
  const lanes = [];
  for (const { server, held, request } of scenarios) {
    const process = await startServer(server, fileOf(held));
    lanes.push({ name: server.name, process, request, turns: [] as Figures[] });
  }
  for (let turn = -warmUps; turn < turns; turn++) {
    for (const lane of lanes) {
      const figures = await takeTurn(lane.process, lane.request, millis);
      if (turn >= 0) lane.turns.push(figures);
    }
  }
  const rows: Rows = {};
  for (const { name, process, turns } of lanes) {
    rows[name] = {
      ...medians(turns),
      'ratio of CPU': ratio(turns, lanes[1]?.turns ?? [], 'CPU µs a request'),
      'MB resident': usageOf(process.pid).megabytes,
    };
    await process.stop();
  }
  return rows;
}

/** One round: a server from its start to its first list. */
export async function start(server: Server, held: number): Promise<Rows> {
  const startedAt = performance.now();
  const process = await startServer(server, fileOf(held));
  await check(process.port, requests.product);
  const answeredAt = performance.now();
  const { megabytes, processes } = usageOf(process.pid);
  await (await fetch(`http://${HOST}:${process.port}${requests.list.target}`)).arrayBuffer();
  const figures = {
    'ms to first answer': answeredAt - startedAt,
    'MB resident': megabytes,
    processes,
    'ms for first list': performance.now() - answeredAt,
    'MB after it': usageOf(process.pid).megabytes,
  };
  await process.stop();
  return { [server.name]: figures };
}

/** One round: a file of few products becomes one of so many, while a client asks over and over. */
export async function change(server: Server, held: number): Promise<Rows> {
  const file = join(FOLDER, 'watched.json');
  copyFileSync(fileOf(FEW), file);
  copyFileSync(fileOf(held), `${file}.new`);
  const process = await startServer(server, file);
  renameSync(`${file}.new`, file);
  const changedAt = performance.now();
  let longest = 0;
  for (let status = 0; status !== 200; ) {
    const askedAt = performance.now();
    // The last product, which only the new file has.
    ({ status } = await fetch(`http://${HOST}:${process.port}${requests.list.target}/${held}`));
    longest = Math.max(longest, performance.now() - askedAt);
  }
  const figures = {
    'ms until it is served': performance.now() - changedAt,
    'ms of the longest response': longest,
    'MB after it': usageOf(process.pid).megabytes,
  };
  await process.stop();
  return { [server.name]: figures };
}

/**
 * One round of `unread.ts`, in a network of its own whose loopback has packets of Ethernet's size.
 * With the usual ones of 64 KiB the kernel buffers several MB for each connection, and the server
 * has nothing to hold. No network gives that to a client far away.
 */
export async function leaveUnread(server: Server, held: number): Promise<Rows> {
  const network = 'ip link set lo up mtu 1500 && exec "$@"';
  const program = [process.execPath, '--import', 'tsx', join(ROOT, 'bench/unread.ts')];
  const args = ['--map-root-user', '--net', 'sh', '-c', network, 'sh', ...program];
  try {
    const { stdout } = await run('unshare', [...args, JSON.stringify(server), fileOf(held)]);
    return { [server.name]: JSON.parse(stdout) };
  } catch (error) {
    // Not every machine allows such a network.
    console.error(`${error}`);
    return {};
  }
}

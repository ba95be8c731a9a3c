import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { HOST } from './ask.ts';
import { type Cores, onServerCore } from './cores.ts';
import type { Server } from './servers.ts';

/** A server, as a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** When it was started, and how long from then until it said that it listens, both in ms. */
  readonly spawnedAt: number;
  readonly listeningAfter: number;
  stop(): Promise<void>;
}

/** Starts `server` on the products in `file`, on a free port, and waits until it listens. */
export async function startServer(
  server: Server,
  file: string,
  cores: Cores | undefined,
): Promise<ServerProcess> {
  const [command = '', ...args] = onServerCore(cores, [process.execPath, ...server.run, file]);
  const spawnedAt = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, PORT: '0', HOST, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const port = await listeningPort(child, server);
  return {
    pid: child.pid ?? Number.NaN,
    port,
    spawnedAt,
    listeningAfter: performance.now() - spawnedAt,
    async stop() {
      const ended = once(child, 'exit');
      kill();
      await ended;
      process.off('exit', kill);
    },
  };
}

/** Reads what it prints until that has its address. */
async function listeningPort({ stdout }: ChildProcess, { name }: Server): Promise<number> {
  if (stdout === null) throw new Error('no stdout');
  for await (const line of createInterface(stdout)) {
    const port = /http:\/\/[^/\s]+:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`${name} ended before it listened`);
}

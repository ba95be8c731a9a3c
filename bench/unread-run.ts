import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Server } from './servers.ts';
import type { UnreadSample } from './unread.ts';

const MAIN = fileURLToPath(import.meta.resolve('./unread-main.ts'));

/**
 * A network of its own, whose loopback has the packets of Ethernet. With those of 65,536 octets that
 * a loopback otherwise has, the kernel takes several MB for each connection and the server has
 * nothing to hold: no network gives that to a client far away.
 */
const NETWORK = [
  ...['unshare', '--map-root-user', '--net'],
  ...['sh', '-c', 'ip link set lo up mtu 1500 && exec "$@"', 'sh'],
];

/**
 * Runs `unread-main.ts` in such a network.
 * @returns `undefined` where there is none to be had
 */
export async function measureUnread(
  server: Server,
  file: string,
  seconds: number,
): Promise<UnreadSample | undefined> {
  const main = [process.execPath, '--import', 'tsx', MAIN, server.name, file, String(seconds)];
  const [command = '', ...args] = [...NETWORK, ...main];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.on('error', () => {}); // No such command: nothing is printed.
  const stop = (): boolean => child.kill();
  process.once('exit', stop);
  const printed = await text(child.stdout);
  process.off('exit', stop);
  return printed === '' ? undefined : (JSON.parse(printed) as UnreadSample);
}

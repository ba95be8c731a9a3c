import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { shortTarget } from './access-log-entry.ts';
import type { Connection } from './connection.ts';
import type { Limits } from './limits.ts';

/**
 * Stops listening, and waits until each connection has closed: an idle one after `stopGrace`, every other
 * after its last response, and all of them at `stopTimeout`.
 * @returns a line for each client that was cut off then, with the first request that it waited for
 */
export async function closeServer(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  { stopTimeout }: Limits,
): Promise<string[]> {
  // close() would destroy the connections that it considers idle (`httpServerPreClose` in
  // lib/_http_server.js), even if the next request has arrived but has not been read, or a response is
  // not flushed yet.
  server.closeIdleConnections = () => {};
  server.close();
  for (const connection of connections.values()) connection.stop();
  const cutOff: string[] = [];
  const deadline = setTimeout(() => {
    for (const { socket, pending } of connections.values()) {
      const [first] = pending.keys();
      if (first !== undefined) {
        const client = `${socket.remoteAddress} port ${socket.remotePort}`;
        cutOff.push(`${client}, ${first.req.method} ${shortTarget(String(first.req.url))}`);
      }
      socket.destroy();
    }
  }, stopTimeout);
  // The loop skips those that close meanwhile, as they leave the map.
  for (const socket of connections.keys()) {
    await new Promise((resolve) => socket.once('close', resolve));
  }
  clearTimeout(deadline);
  return cutOff;
}

import type { Server, Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Accepts the clients in the kernel's queue: they have connected already, and closing the listening
 * socket would reset them. Nothing is read meanwhile, since responses would make each iteration of
 * the event loop longer, and clients that have got theirs might connect anew.
 * @param connections the server's own map from sockets to connections, not a copy: new clients have
 * to join it, so that their sockets are resumed, too
 * @param timeout the longest wait in milliseconds, even if new clients go on connecting
 * @returns a function that starts the reading again
 */
export async function drainAcceptQueue(
  server: Server,
  connections: ReadonlyMap<Socket, unknown>,
  timeout: number,
): Promise<() => void> {
  for (const socket of connections.keys()) socket.pause();
  // New sockets have to start paused: `net.Server` reads this property, which its types lack, for
  // each new one (`onconnection` in lib/net.js). To call `pause` in a `connection` listener would
  // not do, since Node resumes the socket in the next tick.
  Object.assign(server, { pauseOnConnect: true });

  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  // Node may have looked at the queue in this iteration already, so it does not count.
  await nextIteration();
  const startedAt = performance.now();
  let acceptedBefore: number;
  // Node accepts at least one client in each iteration of the event loop, so the queue is empty
  // once an iteration has accepted nobody.
  do {
    acceptedBefore = accepted;
    await nextIteration();
  } while (accepted > acceptedBefore && performance.now() - startedAt < timeout);

  return () => {
    // A socket that Node itself has paused stays paused (`onSocketResume` in lib/_http_server.js).
    for (const socket of connections.keys()) socket.resume();
  };
}

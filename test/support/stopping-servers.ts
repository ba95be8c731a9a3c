/**
 * The service's server in a process of its own, one after the other: tells its port when it listens,
 * stops when it is sent a message, and goes on with the next.
 */
import { once } from 'node:events';
import { startServer } from './local-server.ts';

for (let count = Number(process.argv[2]); count > 0; count -= 1) {
  const server = await startServer({ stopGrace: 100 });
  process.send?.(server.port);
  await once(process, 'message');
  await server.stop();
}
process.disconnect();

/**
 * A child process that runs the service's server several times: it sends the port to its parent, stops
 * the server at a message, and starts the next.
 */
import { once } from 'node:events';
import { NEVER, startServer } from './local-server.ts';

for (let count = Number(process.argv[2]); count > 0; count -= 1) {
  const server = await startServer({ stopGrace: NEVER, stopTimeout: NEVER });
  process.send?.(server.port);
  await once(process, 'message');
  await server.stop();
}
process.disconnect();

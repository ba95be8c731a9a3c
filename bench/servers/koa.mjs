// koa-with-koa-router.mjs, stopped on SIGTERM by what the first argument names: Node itself, or a library as its
// README has it, with at least the 10 s for open responses that this service has.
import { createTerminus } from '@godaddy/terminus';
import gracefulShutdown from 'http-graceful-shutdown';
import addShutdown from 'http-shutdown';
import { createHttpTerminator } from 'http-terminator';
import createLilHttpTerminator from 'lil-http-terminator';
import addStop from 'stoppable';
import { server } from './koa-with-koa-router.mjs';

const onSigterm = (stop) => process.once('SIGTERM', () => stop());
const options = { server, gracefulTerminationTimeout: 10_000 };
const ways = {
  'server.close()': () => onSigterm(() => server.close()),
  'http-terminator': () => onSigterm(createHttpTerminator(options).terminate),
  'lil-http-terminator': () => onSigterm(createLilHttpTerminator(options).terminate),
  'http-graceful-shutdown': () => gracefulShutdown(server),
  'http-shutdown': () => onSigterm(addShutdown(server).shutdown),
  stoppable: () => onSigterm(addStop(server).stop),
  '@godaddy/terminus': () => createTerminus(server, { timeout: 10_000 }),
};
// After the name comes the version.
ways[process.argv[2].split(' ')[0]]();

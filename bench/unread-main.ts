// Measures unread lists on the network that it finds itself in, and prints what it found as JSON.
import { shareOutCores } from './cores.ts';
import { startServer } from './server-process.ts';
import { nodeHttp, peers, service } from './servers.ts';
import { holdUnread } from './unread.ts';

process.on('SIGTERM', () => process.exit(1));
const [name, file = '', seconds] = process.argv.slice(2);
const server = [service, nodeHttp, ...peers].find((candidate) => candidate.name === name);
if (server === undefined) throw new Error(`no server is called ${name}`);
const running = await startServer(server, file, shareOutCores());
console.log(JSON.stringify(await holdUnread(running, Number(seconds))));

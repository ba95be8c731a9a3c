// Has 500 clients ask a server for the list and leave it unread, in the network that this process
// finds itself in: node --import tsx bench/unread.ts <server as JSON> <catalogue file>
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeTurn } from './load.ts';
import { requests } from './scenarios.ts';
import { HOST, startServer, usageOf } from './server-process.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const [serverJson = '', file = ''] = process.argv.slice(2);
const server = await startServer(JSON.parse(serverJson), file);
// So that what grows is due to the clients, and not to code that runs for the first time.
for (const request of [requests.list, requests.product]) await takeTurn(server, request, 1000);
const before = usageOf(server.pid).megabytes;

const clients = await Promise.all(Array.from({ length: 500 }, openUnread));
const readers = takeTurn(server, requests.product, 3000);
await sleep(500);
for (const client of clients) client.write('GET /api/products HTTP/1.1\r\nHost: bench\r\n\r\n');
let most = 0;
const watch = setInterval(() => {
  most = Math.max(most, usageOf(server.pid).megabytes);
}, 50);
await Promise.all(clients.map((client) => once(client, 'begun')));
const { longestMillis } = await readers;
clearInterval(watch);
console.log(
  JSON.stringify({
    'MB more resident': most - before,
    "ms of a reader's longest wait": longestMillis,
  }),
);
process.exit();

/** A connection that reads the first byte of what comes, emits `begun`, and reads no more. */
async function openUnread(): Promise<Socket> {
  const callback = (): boolean => {
    socket.emit('begun');
    return false;
  };
  const { port } = server;
  const socket = connect({ port, host: HOST, onread: { buffer: Buffer.alloc(1), callback } });
  await once(socket, 'connect');
  return socket;
}

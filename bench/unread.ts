// Has 500 clients ask a server for the list and leave it unread, while one more asks for a product
// again and again: node --import tsx bench/unread.ts <server as JSON> <catalogue file>
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { check, takeTurn } from './load.ts';
import { requests } from './scenarios.ts';
import { HOST, startServer, usageOf } from './server-process.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const [serverJson = '', file = ''] = process.argv.slice(2);
const server = await startServer(JSON.parse(serverJson), file);
// So that what grows is due to the clients, and not to code that runs for the first time.
for (const request of [requests.list, requests.product]) await takeTurn(server, request, 1000);
const before = usageOf(server.pid).megabytes;

const clients = await Promise.all(Array.from({ length: 500 }, openUnread));
let waiting = clients.length;
for (const client of clients) {
  client.once('begun', () => waiting--);
  client.write(`GET ${requests.list.target} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
}
let most = before;
setInterval(() => {
  most = Math.max(most, usageOf(server.pid).megabytes);
}, 50);
let longest = 0;
const until = performance.now() + 1000;
while (waiting > 0 || performance.now() < until) {
  const askedAt = performance.now();
  await check(server.port, requests.product);
  longest = Math.max(longest, performance.now() - askedAt);
}
console.log(
  JSON.stringify({ 'MB more resident': most - before, "reader's longest wait, ms": longest }),
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

import { fork } from 'node:child_process';
import { on } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';

const REQUEST = 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const STOPS = 10;
const CLIENTS = 64;

describe('stop, with clients that open a connection for each request', () => {
  it(`loses at most one request in each of ${STOPS} stops, with ${CLIENTS} clients`, async () => {
    const servers = fork('test/support/stopping-servers.ts', [String(STOPS)], {
      execArgv: ['--import', 'tsx'],
    });
    const ports = on(servers, 'message', { close: ['exit'] }) as AsyncIterable<[port: number]>;
    let answered = 0;
    let lost = 0;
    for await (const [port] of ports) {
      const enough = answered + 10 * CLIENTS;
      const clients = Array.from({ length: CLIENTS }, async () => {
        for (;;) {
          const outcome = await ask(port);
          if (outcome === 'refused') return;
          if (outcome === 'lost') lost += 1;
          else answered += 1;
          if (answered === enough) servers.send('stop');
        }
      });
      await Promise.all(clients);
    }
    expect(answered).to.be.at.least(STOPS * 10 * CLIENTS);
    // The kernel may accept one after the server has last accepted, and before it closes its listener.
    expect(lost).to.be.at.most(STOPS);
  });
});

/** Sends one request on a new connection. */
async function ask(port: number): Promise<'answered' | 'lost' | 'refused'> {
  const socket = connect(port, '127.0.0.1');
  let isConnected = false;
  let received = '';
  socket.on('connect', () => {
    isConnected = true;
    socket.write(REQUEST);
  });
  socket.on('data', (chunk) => {
    received += chunk;
  });
  // A close follows any error.
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  if (!isConnected) return 'refused';
  return received.endsWith('}') ? 'answered' : 'lost';
}

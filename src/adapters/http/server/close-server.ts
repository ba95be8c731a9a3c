import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Limits } from './limits.ts';

/**
 * Closes a server, and lets each of its connections come to its end.
 * @param latestResponses the response to the latest request of each connection
 * @returns the clients that had not read their answers by `stopTimeout`, and were cut off
 */
export async function closeServer(
  server: Server,
  latestResponses: ReadonlyMap<Socket, ServerResponse | undefined>,
  { stopGrace, stopTimeout }: Limits,
): Promise<string[]> {
  // Not http.Server's own close(): it destroys what it takes for idle, and with it requests that
  // have arrived but not been read, and answers that have been given but not sent.
  NetServer.prototype.close.call(server);
  server.keepAliveTimeout = stopGrace;
  for (const [socket, response] of latestResponses) {
    if (response === undefined || response.closed) socket.setTimeout(stopGrace);
    else if (!response.headersSent) response.shouldKeepAlive = false;
  }
  const deadline = AbortSignal.timeout(stopTimeout);
  try {
    await once(server, 'close', { signal: deadline });
    return [];
  } catch (error) {
    if (!deadline.aborted) throw error;
    return Array.from(latestResponses, ([socket, response]) => cutOff(socket, response)).flat();
  }
}

/** Closes a connection at once. @returns its client, if that has not read its latest answer */
function cutOff(socket: Socket, response: ServerResponse | undefined): string[] {
  const { remoteAddress, remotePort } = socket;
  socket.destroy();
  if (response === undefined || response.closed) return [];
  return [`${remoteAddress} port ${remotePort}, ${response.req.method} ${response.req.url}`];
}

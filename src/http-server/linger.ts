import type { Socket } from 'node:net';

/** Takes no more requests. What arrives is not parsed or kept; it is not even read until the connection lingers. */
export function takeNoMore(socket: Socket): void {
  // Node's parser would keep each request until the connection closes (`parserOnIncoming` in
  // lib/_http_server.js). Returning 2, as for an upgrade, makes it drop the rest of what has been read.
  Object.assign(Reflect.get(socket, 'parser') ?? {}, {
    onIncoming(request: { upgrade: boolean }): number {
      request.upgrade = false;
      return 2;
    },
  });
  // Paused, because incoming data would count as activity: a client that sends but does not read could stay
  // connected forever. Deferred, because the parser resumes the socket after this call (`parserOnMessageComplete`
  // in lib/_http_common.js). A lingering socket must go on reading, and CONNECT would have stopped it
  // (`onParserExecuteCommon`).
  setImmediate(() => (socket.writable ? socket.pause() : socket.resume()));
}

/**
 * Ends a connection whose last response has been written, and destroys it after `lingerTimeout`
 * milliseconds if the client has not closed its side by then.
 *
 * Closing it with unread data would reset it, and the client might lose the response. So all further data
 * is read and discarded (RFC 9112, 9.6).
 */
export function endAndLinger(socket: Socket, lingerTimeout: number): void {
  if (!socket.writable) return;
  socket.end().resume();
  const timer = setTimeout(() => socket.destroy(), lingerTimeout);
  socket.once('close', () => clearTimeout(timer));
}

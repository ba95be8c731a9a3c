import type { Socket } from 'node:net';

/**
 * Ends a connection whose last response has been written, and destroys it after `lingerTimeout`
 * milliseconds if the client has not closed its side by then.
 *
 * Closing it with unread data would reset it, and the client might lose the response. So all further data
 * is read and discarded (RFC 9112, 9.6), up to the fields of another request: then the server stops reading.
 */
export function endAndLinger(socket: Socket, lingerTimeout: number): void {
  if (!socket.writable) return;
  socket.end().resume();
  const timer = setTimeout(() => socket.destroy(), lingerTimeout);
  socket.once('close', () => clearTimeout(timer));
}

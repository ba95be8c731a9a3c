import type { Socket } from 'node:net';

/**
 * Sends `text` as the last data on a connection, and destroys it after `lingerTimeout` milliseconds if the
 * client has not closed its side by then.
 *
 * Closing it with unread data would reset it, and the client might lose the text. So all further data is
 * read and discarded (RFC 9112, 9.6).
 * @returns whether `text` could be sent: the connection had not been ended before
 */
export function endAndLinger(socket: Socket, lingerTimeout: number, text = ''): boolean {
  if (!socket.writable) return false;
  socket.end(text).resume();
  const timer = setTimeout(() => socket.destroy(), lingerTimeout);
  socket.once('close', () => clearTimeout(timer));
  return true;
}

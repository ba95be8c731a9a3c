import type { Socket } from 'node:net';

/**
 * Sends `text` as the last on a connection, and closes it once the client has closed its side, or
 * after `lingerTimeout` milliseconds.
 *
 * To close it with unread bytes would reset it, and the client might lose the text: what still comes
 * in is read and thrown away (RFC 9112, 9.6).
 * @returns whether `text` is sent: not on a connection that has ended
 */
export function endAndLinger(socket: Socket, lingerTimeout: number, text = ''): boolean {
  if (!socket.writable) return false;
  socket.end(text).resume();
  const timer = setTimeout(() => socket.destroy(), lingerTimeout);
  socket.once('close', () => clearTimeout(timer));
  return true;
}

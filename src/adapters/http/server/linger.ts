import type { Socket } from 'node:net';

/**
 * Sends `text` as the last on a connection, and closes that once the peer has, or after `time` ms.
 *
 * To close it with octets unread would reset it, and the peer might lose the text: what still comes
 * in is read and thrown away (RFC 9112, 9.6).
 */
export function endAndLinger(socket: Socket, text: string, time: number): void {
  if (!socket.writable) return;
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), time);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroy());
  // Not while Node's parser, whose listener goes, is still at work on what came before.
  setImmediate(() =>
    socket
      .removeAllListeners('data')
      .on('data', () => {})
      .resume(),
  );
}

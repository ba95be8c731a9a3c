import type { ServerResponse } from 'node:http';

/** What is known of a client's connection. Node writes its responses in order. */
export interface Connection {
  /** The response to the latest request. */
  latest: ServerResponse | undefined;
  /** How many requests have no whole answer yet. */
  unanswered: number;
}

/**
 * Has the response to the latest request say `Connection: close`. Nothing is read after such an
 * answer (RFC 9112, 9.6), so of pipelined requests only the last one may get it.
 */
export function sayClose(latest: ServerResponse, before: ServerResponse | undefined): void {
  if (before?.headersSent === false) before.shouldKeepAlive = true;
  latest.shouldKeepAlive = false;
}

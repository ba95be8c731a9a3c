import type { ServerResponse } from 'node:http';

/** An entry of the access log: a request, and the response or the refusal that it got. */
export interface AccessLogEntry {
  /** Of the request; absent if it could not be parsed. */
  readonly method?: string | undefined;
  /** The request target as received: up to `maxHeaderSize` visible ASCII characters; absent as above. */
  readonly target?: string | undefined;
  /** `undefined` if the connection was closed before there was one. */
  readonly status: number | undefined;
  /**
   * From the end of the request's fields until the last byte was handed to the operating system, or the connection
   * closed. Absent as above, and for CONNECT.
   */
  readonly milliseconds?: number;
  /** Whether the connection was closed before the whole response was sent. */
  readonly isCutOff: boolean;
}

/** @param receivedAt when the fields of the request had arrived, by `performance.now()` */
export function entryFor(response: ServerResponse, receivedAt: number): AccessLogEntry {
  const { req, headersSent, statusCode } = response;
  return {
    method: req.method,
    target: req.url,
    status: headersSent ? statusCode : undefined,
    milliseconds: performance.now() - receivedAt,
    isCutOff: req.socket.destroyed,
  };
}

/** A request target for a line of text: its first 200 characters. */
export function shortTarget(target: string): string {
  return target.length > 200 ? `${target.slice(0, 200)}…` : target;
}

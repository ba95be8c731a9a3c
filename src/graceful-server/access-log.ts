import type { ServerResponse } from 'node:http';

/** An entry of the access log: a request and its response. What is not known is `undefined`. */
export interface AccessLogEntry {
  /** The request method; not known if the request could not be parsed. */
  readonly method: string | undefined;
  /** The request target as received, in visible ASCII characters; not known without a method. */
  readonly target: string | undefined;
  /** The status code; not known if the connection was closed before a response was written. */
  readonly status: number | undefined;
  /**
   * The time from the end of the request's header fields until the whole response was handed to the
   * operating system, or the connection was closed; not known for an error that the server sent by
   * itself.
   */
  readonly milliseconds: number | undefined;
  /** Whether the connection was closed before the whole response was handed to the system. */
  readonly isAborted: boolean;
}

/**
 * Called with each response once it has been handed to the operating system, or its connection has
 * been closed. If an error has taken the place of a response, both are reported. A client that
 * pipelines its requests may have several responses pending when its connection is closed; Node 20
 * closes only the first, so only that one is reported.
 */
export type OnResponse = (entry: AccessLogEntry) => void;

/**
 * Reports a response. Call this when the header fields of the request have arrived, since the time
 * is counted from then on.
 */
export function reportOnClose(response: ServerResponse, onResponse: OnResponse): void {
  const receivedAt = performance.now();
  response.once('close', () => {
    const { req, headersSent, statusCode } = response;
    onResponse({
      method: req.method,
      target: req.url,
      status: headersSent ? statusCode : undefined,
      milliseconds: performance.now() - receivedAt,
      isAborted: req.socket.destroyed,
    });
  });
}

/** An entry of the access log: a request and its response. What is not known is `undefined`. */
export interface AccessLogEntry {
  /** The request method; not known if the server could not read the whole head of the request. */
  readonly method: string | undefined;
  /** The request target as received, in visible ASCII characters; not known without a method. */
  readonly target: string | undefined;
  /** The status code; not known if the connection was closed before a response was made. */
  readonly status: number | undefined;
  /**
   * The time in milliseconds from the end of the request's header fields until the whole response
   * was handed to the operating system, or the connection was closed. It is not known for CONNECT
   * and for what Node's parser rejected, or what was too slow.
   */
  readonly milliseconds: number | undefined;
  /** Whether the connection was closed before the whole response was handed to the system. */
  readonly isAborted: boolean;
}

/**
 * Called once for each response that has been handed to the operating system, and for each request
 * whose connection was closed before that. It is not called for
 * - a request that exceeds `maxPendingResponses`, or that arrives while the connection is closing
 * - an error that is not sent because an earlier response is pending, or that cannot be sent
 * - on Node.js 20 and 22, the second and later ones of several requests that are pending when their
 *   connection is closed
 */
export type OnResponse = (entry: AccessLogEntry) => void;

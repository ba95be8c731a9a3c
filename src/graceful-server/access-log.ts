/** An entry of the access log: a request and its response. What is not known is `undefined`. */
export interface AccessLogEntry {
  /** The request method; not known if the server could not read the whole head of the request. */
  readonly method: string | undefined;
  /** The request target as received, in visible ASCII characters; not known without a method. */
  readonly target: string | undefined;
  /** The status code; not known if no response was made. */
  readonly status: number | undefined;
  /**
   * The time in milliseconds from the end of the request's header fields until the whole response
   * was handed to the operating system, or the connection was closed. It is not known for CONNECT,
   * for what Node's parser rejects, or for a request that took too long.
   */
  readonly milliseconds: number | undefined;
  /** Whether the response was not handed to the operating system in full. */
  readonly isAborted: boolean;
}

/**
 * Called once
 * - for each request, when its response has been handed to the operating system, or when it is known
 *   that there will be none
 * - for each error about CONNECT, or about what is no request, when it has been sent, or could not be
 *
 * It is not called for a request that
 * - exceeds `maxUnansweredRequests`
 * - follows the last one of its connection, or an error
 * - is read when nothing can be sent any more
 */
export type OnResponse = (entry: AccessLogEntry) => void;

/**
 * How much time and memory a connection may take, and how long a stop may last. Times are in
 * milliseconds. The first four are properties of `http.Server`, and can be changed there.
 */
export const LIMITS = {
  /**
   * How long a client may take for the request line and the header fields; then 408. The time
   * begins with their first byte. A new connection has the same time for its first byte, and is
   * then closed without a response. Ten seconds are plenty even on a very slow network.
   */
  headersTimeout: 10_000,
  /** How long a client may take for a whole request with its body; then 408. */
  requestTimeout: 30_000,
  /**
   * How long a connection may be idle between two requests; Node announces this time, and closes
   * the connection a second later. The time is longer than the 60 s of common load balancers, so
   * that they close an idle connection first; otherwise a request may arrive just as the server
   * closes it.
   */
  keepAliveTimeout: 75_000,
  /**
   * How long a connection may be without a byte in either direction in the middle of a request or a
   * response, for example because the client does not read. If some bytes of a response have been
   * sent in this time, Node waits once more, so a client that stops reading has up to twice as
   * long.
   */
  timeout: 60_000,
  /**
   * How often Node checks `headersTimeout` and `requestTimeout`. With Node's own default of 30 s, a
   * limit of 10 s could take 40 s.
   */
  connectionsCheckingInterval: 1_000,
  /**
   * How many requests of a connection may be pending or ignored, together; one more destroys the
   * connection. On one connection, no browser and no common proxy sends a request before it has the
   * response to the one before, but load tools send several.
   */
  maxUnansweredRequests: 64,
  /**
   * How long a connection may stay open after a CONNECT, or after the first error for what is no
   * request, too slow or too large: for its earlier responses, and for the client to read the error.
   * At a stop, the grace may end this time earlier.
   */
  afterErrorTimeout: 10_000,
  /** How long a stop may accept the clients in the kernel's queue. */
  acceptTimeout: 1_000,
  /** How long an open connection has for its next request at a stop, by default. */
  stopGrace: 1_000,
  /**
   * How long a stop may take by default, slow readers included. Supervisors have to wait longer
   * before they kill the process: Kubernetes waits for 30 s, but Docker by default only for 10 s.
   */
  stopTimeout: 10_000,
};

/**
 * How much time and memory a connection may take, and how long a stop may last. Times are in
 * milliseconds. The first four are properties of `http.Server`, and can be changed there.
 */
export const LIMITS = {
  /**
   * How long a client may take for the request line and the header fields, from their first byte,
   * and for those of the first request, from the start of the connection; then 408. This is plenty
   * even on a very slow network.
   */
  headersTimeout: 10_000,
  /** How long a client may take for a whole request with its body; then 408. */
  requestTimeout: 30_000,
  /**
   * How long a connection may be idle between two requests; Node closes it a second later than it
   * announces. It is longer than the 60 s of common load balancers, so that they close an idle
   * connection first; otherwise a request may arrive just as the server closes it.
   */
  keepAliveTimeout: 75_000,
  /**
   * How long a connection may be without a byte in either direction in the middle of a request or a
   * response, for example because the client does not read. If some bytes of a response have been
   * sent in this time, Node waits once more, so a client that stops reading has up to twice as long.
   */
  timeout: 60_000,
  /**
   * How often Node checks `headersTimeout` and `requestTimeout`. With Node's own default of 30 s, a
   * limit of 10 s could take 40 s.
   */
  connectionsCheckingInterval: 1_000,
  /**
   * How many responses may be pending on a connection, with the requests that are ignored because
   * it is ending; one more request destroys it. No browser and no common proxy sends a request
   * before it has the response to the one before; load tools send some 16.
   */
  maxPendingResponses: 32,
  /**
   * How long a connection may stay open once something was rejected. After an error, the server
   * reads what the client still sends: closing a connection with unread data resets it, and the
   * client might lose the error (RFC 9112, 9.6).
   */
  lingerTimeout: 5_000,
  /**
   * Used twice at a stop: for how long the clients in the kernel's queue are accepted, at most, and
   * then how long an open connection may take to send its next request.
   */
  stopGrace: 1_000,
  /**
   * How long a stop may take, slow readers included. Supervisors wait for 10 s (Docker) to 30 s
   * (Kubernetes) or more before they kill the process.
   */
  stopTimeout: 10_000,
} as const;

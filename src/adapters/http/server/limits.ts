/**
 * How much time and memory a connection may take. Times are in milliseconds. The first five are options
 * of `http.createServer`, and `timeout` is a property of the server, all with the same names.
 */
export const defaultLimits = {
  /**
   * For the request line and fields, from their first byte or from the start of the connection. A
   * browser sends some 400 bytes, so ten seconds are plenty even on a very slow network.
   */
  headersTimeout: 10_000,
  /** For a whole request. No request needs a body, so this is for clients that send one anyway. */
  requestTimeout: 30_000,
  /** How often these two are checked. With Node's default of 30 s, the 10 s above could become 40. */
  connectionsCheckingInterval: 1_000,
  /**
   * Between two requests. Longer than the 60 s of common load balancers, so that they close an idle
   * connection first; otherwise a request may race with the close.
   */
  keepAliveTimeout: 75_000,
  /** Bytes of the request line and fields. Node's default, and twice what common proxies allow. */
  maxHeaderSize: 16_384,
  /** For a client that stops reading its response; Node may take up to twice as long. */
  timeout: 60_000,
  /**
   * Unanswered requests on one connection; the client can repeat later ones on another connection. No
   * browser and no common proxy pipelines, and one read from the socket can contain thousands.
   */
  maxUnanswered: 10,
  /** After the last response, for data that is still arriving: a round trip, with room to spare. */
  lingerTimeout: 1_000,
  /**
   * At shutdown, for a request that is on its way, likewise. After a response, Node adds a second, as it
   * does to `keepAliveTimeout`.
   */
  stopGrace: 1_000,
  /**
   * At shutdown, for all requests and responses that are under way. Supervisors wait for 10 s (Docker) to
   * 30 s (Kubernetes) or more before they kill the process.
   */
  stopTimeout: 10_000,
};

export type Limits = Readonly<typeof defaultLimits>;

/** The default limits with these changes. `headersTimeout` is no larger than a smaller `requestTimeout`. */
export function withDefaults(changes: Partial<Limits>): Limits {
  const limits = { ...defaultLimits, ...changes };
  // For Node, 0 means no limit.
  const requestTimeout = limits.requestTimeout || Number.POSITIVE_INFINITY;
  const headersTimeout = Math.min(defaultLimits.headersTimeout, requestTimeout);
  return { ...limits, headersTimeout: changes.headersTimeout ?? headersTimeout };
}

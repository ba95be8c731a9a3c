/**
 * How much time and memory a connection may take. Each limit is a whole number from 1 to 2^31 − 1 (as a time, 25
 * days); 0 is refused: Node takes it for "no limit", a timer for "at once". Times are in milliseconds. Node
 * has those marked [Node] as well, by the same names. Each comment begins with the default.
 */
export type Limits = Readonly<typeof defaultLimits>;

export const defaultLimits = {
  /**
   * [Node] 10 s for the request line and fields, from their first byte or from the start of the connection; then 408.
   * A browser sends some 400 bytes, so that is plenty even on a very slow network.
   */
  headersTimeout: 10_000,
  /**
   * [Node] 30 s for what a client sends after its last response, such as a body. No response waits for a body, so
   * Node's own use of this limit has no effect.
   */
  requestTimeout: 30_000,
  /** [Node] 1 s between two checks of `headersTimeout`. With Node's 30 s, the 10 s could become 40. */
  connectionsCheckingInterval: 1_000,
  /**
   * [Node] 75 s between two requests. Longer than the 60 s of common load balancers, so that they close an idle
   * connection first; otherwise a request may race with the close.
   */
  keepAliveTimeout: 75_000,
  /** [Node] 16 KiB for the request line and fields together, Node's default; for more, 431. */
  maxHeaderSize: 16_384,
  /** [Node] 60 s for a client that stops reading its response; Node may take up to twice as long. */
  timeout: 60_000,
  /**
   * 10 pending requests on one connection; the client can repeat later ones on another. No browser and no
   * common proxy pipelines, and one read from the socket can contain thousands.
   */
  maxPipelinedRequests: 10,
  /** 5 s without data after the last response, as in nginx: a body may pause for a second or two. */
  lingerTimeout: 5_000,
  /**
   * 1 s while the server stops, for what is on its way: clients that have connected but are not accepted, a request on
   * an idle connection, data after the last response.
   */
  stopGrace: 1_000,
  /**
   * 10 s while the server stops, for all requests and responses that are under way. Supervisors wait for 10 s
   * (Docker) to 30 s (Kubernetes) or more before they kill the process.
   */
  stopTimeout: 10_000,
};

/** The longest time of a timer, in milliseconds. `setTimeout` treats a longer one as 1 ms. */
export const MAX_TIME = 2 ** 31 - 1;

/**
 * The default limits with these changes; `undefined` changes nothing. `headersTimeout` is at most `requestTimeout`.
 * @throws {RangeError} if there is no such limit, or it is not a whole number from 1 to 2^31 − 1
 */
export function withDefaults(changes: Partial<Limits>): Limits {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  for (const [name, value] of defined) {
    if (!Object.hasOwn(defaultLimits, name)) throw new RangeError(`${name}: no such limit`);
    if (!Number.isInteger(value) || value < 1 || value > MAX_TIME) {
      const got = typeof value === 'string' ? JSON.stringify(value) : value;
      throw new RangeError(`${name}: expected a whole number from 1 to ${MAX_TIME}, got ${got}`);
    }
  }
  const limits: Limits = { ...defaultLimits, ...Object.fromEntries(defined) };
  // Node refuses a longer one (`storeHTTPOptions` in lib/_http_server.js).
  return { ...limits, headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout) };
}

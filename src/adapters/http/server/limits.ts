/**
 * How much time and memory a connection may take. Times are in milliseconds. The first five are options
 * of `http.createServer`, and `timeout` is a property of the server, all with the same names.
 */
export const defaultLimits = {
  /**
   * Default 10 s. For the request line and fields, from their first byte or from the start of the connection.
   * A browser sends some 400 bytes, so that is plenty even on a very slow network.
   */
  headersTimeout: 10_000,
  /** Default 30 s. For a whole request. None needs a body, so this is for clients that send one anyway. */
  requestTimeout: 30_000,
  /** Default 1 s. How often these two are checked. With Node's default of 30 s, the 10 s could become 40. */
  connectionsCheckingInterval: 1_000,
  /**
   * Default 75 s. Between two requests. Longer than the 60 s of common load balancers, so that they close an
   * idle connection first; otherwise a request may race with the close.
   */
  keepAliveTimeout: 75_000,
  /** Default 16 KiB. Bytes of the request line and fields. Twice what common proxies allow. */
  maxHeaderSize: 16_384,
  /** Default 60 s. For a client that stops reading its response; Node may take up to twice as long. */
  timeout: 60_000,
  /**
   * Default 10. Unanswered requests on one connection; the client can repeat later ones on another. No
   * browser and no common proxy pipelines, and one read from the socket can contain thousands.
   */
  maxUnanswered: 10,
  /** Default 1 s. After the last response, for data that is still arriving: a round trip, with room to spare. */
  lingerTimeout: 1_000,
  /**
   * Default 1 s. At shutdown, for a request that is on its way, likewise: it then replaces `keepAliveTimeout`,
   * to which Node adds a second after a response.
   */
  stopGrace: 1_000,
  /**
   * Default 10 s. At shutdown, for all requests and responses that are under way. Supervisors wait for 10 s
   * (Docker) to 30 s (Kubernetes) or more before they kill the process.
   */
  stopTimeout: 10_000,
};

export type Limits = Readonly<typeof defaultLimits>;

/** The longest time of a timer, in milliseconds. `setTimeout` treats a longer one as 1 ms. */
const MAX = 2 ** 31 - 1;

/**
 * The default limits with these changes; `undefined` changes nothing. `headersTimeout` is never
 * larger than `requestTimeout`.
 * @throws {RangeError} if there is no such limit, or it is not a whole number from 1 to 2^31 − 1
 */
export function withDefaults(changes: Partial<Limits>): Limits {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  for (const [name, value] of defined) {
    if (!Object.hasOwn(defaultLimits, name)) throw new RangeError(`${name}: no such limit`);
    if (!Number.isInteger(value) || value < 1 || value > MAX) {
      throw new RangeError(`${name}: expected a whole number from 1 to ${MAX}, got ${value}`);
    }
  }
  const limits: Limits = { ...defaultLimits, ...Object.fromEntries(defined) };
  // A whole request includes its fields.
  return { ...limits, headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout) };
}

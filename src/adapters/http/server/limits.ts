/**
 * How much time and memory a connection may take. Times are in milliseconds. The first six have the
 * names and meanings that they have in `node:http`.
 */
export const defaultLimits = {
  /**
   * For a request's line and fields, from their first byte on or from the start of a connection.
   * A browser sends some 400 bytes: ten seconds are plenty on the slowest of lines.
   */
  headersTimeout: 10_000,
  /** For a whole request. None needs a body, so this is for those that bring one by mistake. */
  requestTimeout: 30_000,
  /** How often these two are checked. Node's own 30 s would make 40 s of the 10 above. */
  connectionsCheckingInterval: 1_000,
  /**
   * Between two requests. Longer than the 60 s of common load balancers, so that they close an idle
   * connection first: a request sent on one that the server is just closing would be lost.
   */
  keepAliveTimeout: 75_000,
  /** Bytes of a request's line and fields. Node's default, twice what common proxies let through. */
  maxHeaderSize: 16_384,
  /** For a client that reads nothing of its answer; up to twice as long if it has read some. */
  timeout: 60_000,
  /**
   * Requests of one connection that wait for their answers; later ones are dropped. Each takes some
   * 10 kB of memory, and one read from the socket may bring thousands.
   */
  maxUnanswered: 100,
  /** After the last answer, for what still comes in: a round trip, with room to spare. */
  lingerTimeout: 1_000,
  /** At a stop, for a request that is on its way to an idle connection: likewise. */
  stopGrace: 1_000,
  /**
   * At a stop, for clients to read their answers before they are cut off. Supervisors wait for 10 s
   * (Docker) to 30 s (Kubernetes) or more before they kill.
   */
  stopTimeout: 10_000,
};

export type Limits = Readonly<typeof defaultLimits>;

/** What Node's timers take at most. */
const MAX_LIMIT = 2 ** 31 - 1;

/**
 * The default limits, with these changes.
 * @throws {TypeError} for a limit with another name, or without a whole number from 1 to 2147483647
 */
export function checkedLimits(changes: Partial<Limits>): Limits {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      const names = Object.keys(defaultLimits).join(', ');
      throw new TypeError(`createServer: no limit is called ${name}; there are ${names}`);
    }
    if (!Number.isInteger(value) || value < 1 || value > MAX_LIMIT) {
      throw new TypeError(
        `createServer: ${name}: expected a whole number from 1 to ${MAX_LIMIT}, got ${value}`,
      );
    }
  }
  return { ...defaultLimits, ...changes };
}

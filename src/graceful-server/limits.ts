/**
 * How much time and memory one connection may take, and how long a stop of the server may last.
 * Each limit is a whole number from 0 to 1,000,000,000; times are in milliseconds. 0 switches off
 * `headersTimeout`, `requestTimeout`, `keepAliveTimeout` and `timeout`; a `maxHeaderSize` of 0
 * means Node's own default.
 */
export interface Limits {
  /**
   * How long a client may take for the request line and the header fields, from their first byte,
   * and for those of the first request, from the start of the connection; then 408. Default: 10 s,
   * which is plenty even on a very slow network.
   */
  readonly headersTimeout: number;
  /**
   * How long a client may take for a whole request with its body; then 408. Also how long a
   * connection may stay open after its last response, or once an error has been found. At least
   * `headersTimeout`, or 0. Default: 30 s.
   */
  readonly requestTimeout: number;
  /**
   * How long a connection may be idle between two requests. Node closes it a second later than it
   * announces. Default: 75 s, longer than the 60 s of common load balancers, so that they close an
   * idle connection first; otherwise a request may arrive just as the server closes it.
   */
  readonly keepAliveTimeout: number;
  /**
   * How long nothing may happen on a connection in the middle of a request or a response, for
   * example because the client does not read. Node checks only when a timer is due, so it may take
   * up to twice as long. Default: 60 s.
   */
  readonly timeout: number;
  /**
   * How many bytes the target, the names and the values of the header fields may have together, as
   * Node counts them; then 431. Default: 16 KiB.
   */
  readonly maxHeaderSize: number;
  /**
   * How many responses may be pending on a connection; one more request destroys it. Default: 32.
   * No browser and no common proxy sends a request before it has the response to the one before;
   * load tools send some 16.
   */
  readonly maxPipelinedRequests: number;
  /**
   * How often Node checks `headersTimeout` and `requestTimeout`. Default: 1 s; with Node's own
   * default of 30 s, a limit of 10 s could take 40 s.
   */
  readonly connectionsCheckingInterval: number;
  /** While the server stops: how long an idle connection has for a request. Default: 1 s. */
  readonly stopGrace: number;
  /**
   * How long a stop may take, slow readers included. Default: 10 s. Supervisors wait for 10 s
   * (Docker) to 30 s (Kubernetes) or more before they kill the process.
   */
  readonly stopTimeout: number;
}

/** See `Limits` for the reasons. */
export const defaultLimits: Limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  timeout: 60_000,
  maxHeaderSize: 16_384,
  maxPipelinedRequests: 32,
  connectionsCheckingInterval: 1_000,
  stopGrace: 1_000,
  stopTimeout: 10_000,
};

/** The highest value of a limit. As milliseconds, it is 11 days; Node's timers take up to 24. */
const MAX = 1_000_000_000;

/**
 * Some changed limits, and the defaults of the others. `undefined` means the default, too.
 * @throws {RangeError} if a limit is not a whole number from 0 to 1,000,000,000
 */
export function withDefaults(changed: Partial<Limits> = {}): Limits {
  const given = Object.entries(changed).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!Number.isInteger(value) || value < 0 || value > MAX) {
      throw new RangeError(`${name}: expected a whole number from 0 to ${MAX}, got ${value}`);
    }
  }
  return { ...defaultLimits, ...Object.fromEntries(given) };
}

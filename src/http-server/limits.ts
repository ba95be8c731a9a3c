/**
 * How much time and memory one connection may take. All are positive integers; times are in
 * milliseconds. [Node] marks options of `http.createServer`, which Node enforces. `timeout` is set
 * on the server, and acted on in connections.ts. Each comment begins with the default.
 */
export type Limits = Readonly<typeof defaultLimits>;

export const defaultLimits = {
  /**
   * [Node] 10 s for the request line and the header fields, from their first byte, and for the
   * first request from the start of the connection; then 408. A browser sends some 400 bytes, so
   * that is plenty even on a very slow network.
   */
  headersTimeout: 10_000,
  /**
   * [Node] 30 s for a whole request with its body; then 408. It must not be shorter than
   * `headersTimeout`.
   */
  requestTimeout: 30_000,
  /**
   * [Node] 1 s between two checks of these two limits. With Node's default of 30 s, a limit of 10 s
   * could take 40 s.
   */
  connectionsCheckingInterval: 1_000,
  /**
   * [Node] 75 s between two requests. This is longer than the 60 s of common load balancers, so
   * that they close an idle connection first; otherwise a request may arrive just as the server
   * closes the connection. Node closes 1 s later than it announces.
   */
  keepAliveTimeout: 75_000,
  /** [Node] 16 KiB for the request line and the header fields together; for more, 431. */
  maxHeaderSize: 16_384,
  /**
   * 60 s without progress, for example when a client stops reading. Node looks for progress only
   * when its timer is due, so it may take up to twice as long.
   */
  timeout: 60_000,
  /** 10 pending requests on one connection. No browser and no common proxy pipelines requests. */
  maxPipelinedRequests: 10,
  /**
   * 30 s in all to read what a client still sends after the last response on its connection, such
   * as the rest of a body; the same as `requestTimeout`.
   */
  lingerTimeout: 30_000,
  /** 1 s without any activity while the server stops, for a request that is on its way. */
  stopGrace: 1_000,
  /**
   * 10 s for a stop as a whole, slow readers included. Supervisors wait for 10 s (Docker) to 30 s
   * (Kubernetes) or more before they kill the process.
   */
  stopTimeout: 10_000,
};

/** How much time and space a connection may take. Times are in milliseconds. */
export interface Limits {
  /** For a request's head, from its first octet on, or from the start of a new connection. */
  readonly headTime: number;
  /** For a whole request, its body included. */
  readonly requestTime: number;
  /** How often the two above are looked at: they may be overrun by as much. */
  readonly checkInterval: number;
  /** How long a connection is kept open between two requests. */
  readonly keepAliveTime: number;
  /** How long a peer may read nothing of an answer that waits for it; twice as long at most. */
  readonly stallTime: number;
  /** Octets of a request's line and fields together. */
  readonly headSize: number;
  /** How long a connection is listened to after a refusal, so that the peer can read it. */
  readonly lingerTime: number;
  /** At a stop: how long an idle connection stays, for a request that is on its way already. */
  readonly stopGrace: number;
  /** At a stop: how long answers may take to be read to their end, before they are cut. */
  readonly stopDeadline: number;
}

export const defaultLimits: Limits = {
  // Some 400 octets from a browser: ten seconds are plenty on the worst of lines.
  headTime: 10_000,
  // No request needs a body, so this is only for those that bring one by mistake.
  requestTime: 30_000,
  // Node's own 30 s would make 40 s of the 10 above.
  checkInterval: 1_000,
  // Longer than the 60 s of common load balancers, so that it is they who close an idle
  // connection: a request sent on one that the server closes in that moment would be lost.
  keepAliveTime: 75_000,
  // A page that went to sleep, or somebody who means to fill the memory: either is let go.
  stallTime: 60_000,
  // Node's default, twice what common proxies let through.
  headSize: 16_384,
  // A round trip, with room to spare.
  lingerTime: 1_000,
  // Likewise, for a request that crosses the stop.
  stopGrace: 1_000,
  // What supervisors wait for before they kill: 10 s (Docker) to 30 s (Kubernetes) or more.
  stopDeadline: 10_000,
};

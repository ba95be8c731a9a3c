import { createServer, type Server } from 'node:http';
import type { Limits } from './limits.ts';

/** Node's server, with those of the limits that it keeps itself, and not listening yet. */
export function createLimitedServer(limits: Limits): Server {
  const server = createServer({
    headersTimeout: limits.headTime,
    requestTimeout: limits.requestTime,
    connectionsCheckingInterval: limits.checkInterval,
    keepAliveTimeout: limits.keepAliveTime,
    maxHeaderSize: limits.headSize,
    // Node's answer to a missing Host would have no body: `framingOf` looks instead.
    requireHostHeader: false,
  });
  // Node would drop the fields after the thousandth unread, and a second Host with them.
  server.maxHeadersCount = 0;
  // Who has sent their requests may close that direction before the answers are there. (Node's
  // types do not know this property.)
  return Object.assign(server, { httpAllowHalfOpen: true });
}

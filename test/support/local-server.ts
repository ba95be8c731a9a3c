import type { RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { OnResponse } from '../../src/graceful-server/access-log.ts';
import type { ErrorFormatter } from '../../src/graceful-server/errors.ts';
import { GracefulServer, type StopOptions } from '../../src/graceful-server/graceful-server.ts';
import { LIMITS } from '../../src/graceful-server/limits.ts';
import { RawClient } from './raw-http.ts';
import { waitFor, withTimeout } from './with-timeout.ts';

/** Longer than any test may take: a test that waits for it fails. */
const NEVER = 3_600_000;

/** Limits that a test does not set are switched off, so that none of them ends what it waits for. */
const UNLIMITED = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, timeout: 0 };

/** The header fields that the contract requires of each response. */
const HEADERS = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };

/** Formats errors as the contract requires, in more bytes than characters. */
export const formatError: ErrorFormatter = () => ({ headers: HEADERS, body: '{"error":"täxt"}' });

/** Answers a request with 200, and with as many bytes as its target says, but at least two. */
export function respond(response: ServerResponse): void {
  const body = JSON.stringify('x'.repeat(Number(response.req.url?.slice(1)) || 0));
  response.writeHead(200, { ...HEADERS, 'Content-Length': body.length }).end(body);
}

/** The port on which a server listens. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** How the server of a test differs from one that answers each request at once, without limits. */
export interface Setup {
  /** Properties of the server. */
  readonly limits?: Partial<typeof UNLIMITED>;
  readonly listener?: RequestListener;
  readonly onResponse?: OnResponse;
}

/**
 * Starts servers in this process, on free ports of the loopback interface, and clients of them for
 * the tests of a suite. After each test, all are closed, and `LIMITS` are as before.
 */
export class Servers {
  readonly #stops: (() => Promise<unknown>)[] = [];
  /** Of both sides: a server that has stopped reading would not see that its client is gone. */
  readonly #sockets: Socket[] = [];

  /** To be called where hooks can be registered: within `describe`. */
  constructor() {
    const limits = { ...LIMITS };
    afterEach(async () => {
      Object.assign(LIMITS, limits);
      for (const socket of this.#sockets.splice(0)) socket.destroy();
      // Without clients, a server stops at once, or never.
      await Promise.all(this.#stops.splice(0).map((stop) => stop()));
    });
  }

  /** Starts a server without the application. */
  start({ limits, listener = (_request, response) => respond(response), onResponse }: Setup = {}) {
    const server = new GracefulServer(listener, formatError, onResponse);
    return this.listen(Object.assign(server, UNLIMITED, limits));
  }

  /** Has a server listen that the test has made. */
  async listen(server: GracefulServer) {
    /** Stops it. Times that the test does not set end nothing. */
    const stop = (options?: StopOptions) => {
      const stopped = server.stop({ grace: NEVER, timeout: NEVER, ...options });
      return withTimeout(stopped, () => 'the server to stop');
    };
    server.on('connection', (socket) => this.#sockets.push(socket));
    await waitFor(server.listen(0, '127.0.0.1'), 'listening');
    const port = portOf(server);
    /**
     * Connects a client, and waits until the connection is established. `accepted` is the server's
     * side.
     */
    const connect = async () => {
      const client = new RawClient(port);
      this.#sockets.push(client.socket);
      const [[accepted]] = (await Promise.all([
        waitFor(server, 'connection'),
        waitFor(client.socket, 'connect'),
      ])) as [[Socket], unknown];
      return { client, accepted };
    };
    this.#stops.push(stop);
    return { server, port, connect, stop };
  }

  /** Starts a server, and connects a client to it. */
  async startWithClient(setup?: Setup) {
    const server = await this.start(setup);
    return { ...server, ...(await server.connect()) };
  }

  /** As `startWithClient`, but the test itself sends the `responses`, one for each request. */
  async startUnanswered(setup?: Setup) {
    const responses: ServerResponse[] = [];
    const listener: RequestListener = (_request, response) => responses.push(response);
    return { ...(await this.startWithClient({ ...setup, listener })), responses };
  }
}

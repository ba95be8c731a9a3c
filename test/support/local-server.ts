import type { RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'chai';
import { createHandler } from '../../src/adapters/http/create-handler.ts';
import { formatErrorResponse } from '../../src/adapters/http/response-format.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import type { Product } from '../../src/domain/product.ts';
import type { OnResponse } from '../../src/graceful-server/access-log.ts';
import { GracefulServer } from '../../src/graceful-server/graceful-server.ts';
import type { StopOptions } from '../../src/graceful-server/stop.ts';
import { fixtureProducts } from './fixture-products.ts';
import { RawClient } from './raw-http.ts';
import { waitFor, withTimeout } from './with-timeout.ts';

/** Longer than any test may take: a test that waits for it fails. */
const NEVER = 3_600_000;

/** Limits that a test does not set are switched off, so that none of them ends what it waits for. */
const UNLIMITED = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, timeout: 0 };

/**
 * How the server of a test differs from the service, which it is otherwise, but without limits in
 * time.
 */
export interface Setup {
  /** Properties of the server. */
  readonly limits?: Partial<typeof UNLIMITED>;
  readonly products?: readonly Product[];
  /** A request listener in place of the application. */
  readonly handle?: RequestListener;
  readonly onResponse?: OnResponse;
}

/**
 * Starts servers in this process, on free ports of the loopback interface, and clients of them for
 * the tests of a suite. After each test, all are closed, and no server must have failed.
 */
export class Servers {
  readonly #stops: (() => Promise<unknown>)[] = [];
  /** Of both sides: a server that has stopped reading would not see that its client is gone. */
  readonly #sockets: Socket[] = [];
  readonly #failures: unknown[] = [];

  /** To be called where hooks can be registered: within `describe`. */
  constructor() {
    afterEach(async () => {
      for (const socket of this.#sockets.splice(0)) socket.destroy();
      // Without clients, a server stops at once, or never.
      await Promise.all(this.#stops.splice(0).map((stop) => stop()));
      expect(this.#failures.splice(0)).to.deep.equal([]);
    });
  }

  /** Starts a server: the service with the products of the fixture, but for the setup. */
  start({ limits, products = fixtureProducts, handle, onResponse }: Setup = {}) {
    const onError = (error: unknown) => this.#failures.push(error);
    const application = createHandler(new MemoryCatalog(products), { onError });
    const options = { onResponse, connectionsCheckingInterval: 20 };
    const server = new GracefulServer(handle ?? application, formatErrorResponse, options);
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
    const { port } = server.address() as AddressInfo;
    /**
     * Connects a client, and waits until the connection is established. `accepted` is the server's
     * side.
     */
    const connect = async (options?: { closes: boolean }) => {
      const client = new RawClient(port, options);
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
  async startWithClient(setup?: Setup, options?: { closes: boolean }) {
    const server = await this.start(setup);
    return { ...server, ...(await server.connect(options)) };
  }

  /** As `startWithClient`, but the test itself sends the `responses`, one for each request. */
  async startUnanswered() {
    const responses: ServerResponse[] = [];
    const handle: RequestListener = (_request, response) => responses.push(response);
    return { ...(await this.startWithClient({ handle })), responses };
  }
}

/** Sends requests one by one, whose responses the client does not read. */
export async function sendUnread(
  { client, server }: { client: RawClient; server: GracefulServer },
  ...requests: string[]
) {
  client.socket.pause();
  for (const sent of requests) {
    const received = waitFor(server, 'request');
    client.send(sent);
    await received;
  }
}

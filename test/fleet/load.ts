import { EventEmitter, once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request target, and the response that it must get. */
export interface ExpectedResponse {
  readonly target: string;
  readonly status: number;
  readonly body: string;
}

/** The results so far. Each request is counted once, as correct, incorrect or failed. */
export interface Results {
  correct: number;
  /** Answered, but not as the contract says. */
  incorrect: number;
  /** Not answered: the connection was refused or cut, or the request timed out. */
  failed: number;
  /** The duration of the slowest request, in milliseconds. */
  slowest: number;
  /** Descriptions of the first few incorrect and failed requests. */
  readonly problems: string[];
}

const MAX_REQUESTS = 500_000;
const MAX_PROBLEMS = 10;
/** In milliseconds. A request fails when its connection has been idle for this long. */
const REQUEST_TIMEOUT = 30_000;

/**
 * A steady load: each client sends one request after another, over its own keep-alive connection or over a
 * new connection for each.
 */
export class Load {
  readonly results: Results = { correct: 0, incorrect: 0, failed: 0, slowest: 0, problems: [] };
  readonly #port: number;
  readonly #expected: readonly ExpectedResponse[];
  readonly #agent: Agent;
  readonly #progress = new EventEmitter();
  readonly #running: Promise<unknown>;
  #stopping = false;

  /** Starts the load on a port of the loopback interface. */
  constructor(
    port: number,
    clients: number,
    expected: readonly ExpectedResponse[],
    { keepAlive = true } = {},
  ) {
    this.#port = port;
    this.#expected = expected;
    this.#agent = new Agent({ keepAlive, maxSockets: clients });
    this.#running = Promise.all(
      Array.from({ length: clients }, (_, index) => this.#runClient(index)),
    );
  }

  /** How many requests have been answered or have failed. */
  get completed(): number {
    const { correct, incorrect, failed } = this.results;
    return correct + incorrect + failed;
  }

  /** Waits until this many more requests have been answered or have failed. */
  async waitForRequests(count: number): Promise<void> {
    const goal = Math.min(this.completed + count, MAX_REQUESTS);
    while (this.completed < goal) await once(this.#progress, 'completed');
  }

  /** Stops the load, and waits for the active requests. */
  async stop(): Promise<Results> {
    this.#stopping = true;
    await this.#running;
    this.#agent.destroy();
    return this.results;
  }

  async #runClient(index: number): Promise<void> {
    for (let turn = index; !this.#stopping && this.completed < MAX_REQUESTS; turn += 1) {
      const expected = this.#expected[turn % this.#expected.length];
      if (expected === undefined) throw new Error('a load needs at least one request');
      await this.#check(expected);
      this.#progress.emit('completed');
    }
  }

  async #check({ target, status, body }: ExpectedResponse): Promise<void> {
    const start = performance.now();
    try {
      const response = await this.#get(target);
      const received = await text(response);
      const type = response.headers['content-type'];
      const correct =
        response.statusCode === status && type === 'application/json' && received === body;
      this.results[correct ? 'correct' : 'incorrect'] += 1;
      if (!correct) this.#addProblem(`${target}: ${response.statusCode} ${type} ${received}`);
    } catch (error) {
      this.results.failed += 1;
      this.#addProblem(`${target}: ${error}`);
    }
    this.results.slowest = Math.max(this.results.slowest, performance.now() - start);
  }

  #get(path: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, path, agent: this.#agent };
      const sent = request({ ...options, timeout: REQUEST_TIMEOUT }, resolve);
      sent.on('timeout', () => sent.destroy(new Error('timed out')));
      sent.on('error', reject);
      sent.end();
    });
  }

  #addProblem(description: string): void {
    if (this.results.problems.length < MAX_PROBLEMS) this.results.problems.push(description);
  }
}

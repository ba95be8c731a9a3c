import { EventEmitter, once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A target, and what has to come for it. */
export interface Exchange {
  readonly target: string;
  readonly status: number;
  readonly body: string;
}

/** What became of the requests; each is counted once. */
export interface Tally {
  right: number;
  /** Answered, but otherwise than the contract says. */
  wrong: number;
  /** Not answered: refused, cut off, or longer under way than anybody waits. */
  failed: number;
  /** The longest that a request was under way, in milliseconds. */
  slowest: number;
  /** What went wrong, the first few in words. */
  readonly faults: string[];
}

const MOST_REQUESTS = 500_000;
const MOST_FAULTS = 10;
/** How long a request may be under way before it counts as failed, in milliseconds. */
const PATIENCE = 30_000;

/** A steady load: clients that ask one thing after another, each on its one kept connection. */
export class Load {
  readonly clients: number;
  readonly tally: Tally = { right: 0, wrong: 0, failed: 0, slowest: 0, faults: [] };
  readonly #port: number;
  readonly #exchanges: readonly Exchange[];
  readonly #agent: Agent;
  readonly #progress = new EventEmitter();
  readonly #running: Promise<unknown>;
  #stopping = false;

  /** Starts it, against a port of the loopback interface. */
  constructor(port: number, clients: number, exchanges: readonly Exchange[]) {
    this.clients = clients;
    this.#port = port;
    this.#exchanges = exchanges;
    this.#agent = new Agent({ keepAlive: true, maxSockets: clients });
    this.#running = Promise.all(Array.from({ length: clients }, (_, index) => this.#client(index)));
  }

  get asked(): number {
    const { right, wrong, failed } = this.tally;
    return right + wrong + failed;
  }

  /** Waits until this many more requests have been answered, or have failed. */
  async more(count: number): Promise<void> {
    const goal = Math.min(this.asked + count, MOST_REQUESTS);
    while (this.asked < goal) await once(this.#progress, 'asked');
  }

  /** Lets the requests under way finish. */
  async stop(): Promise<Tally> {
    this.#stopping = true;
    await this.#running;
    this.#agent.destroy();
    return this.tally;
  }

  async #client(index: number): Promise<void> {
    for (let turn = index; !this.#stopping && this.asked < MOST_REQUESTS; turn += 1) {
      const exchange = this.#exchanges[turn % this.#exchanges.length];
      if (exchange === undefined) throw new Error('a load needs something to ask');
      await this.#ask(exchange);
      this.#progress.emit('asked');
    }
  }

  async #ask({ target, status, body }: Exchange): Promise<void> {
    const start = performance.now();
    try {
      const response = await this.#get(target);
      const received = await text(response);
      const type = response.headers['content-type'];
      const right =
        response.statusCode === status && type === 'application/json' && received === body;
      this.tally[right ? 'right' : 'wrong'] += 1;
      if (!right) this.#fault(`${target}: ${response.statusCode} ${type} ${received}`);
    } catch (error) {
      this.tally.failed += 1;
      this.#fault(`${target}: ${error}`);
    }
    this.tally.slowest = Math.max(this.tally.slowest, performance.now() - start);
  }

  #get(path: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, path, agent: this.#agent };
      const asked = request({ ...options, timeout: PATIENCE }, resolve);
      asked.on('timeout', () => asked.destroy(new Error('not answered in time')));
      asked.on('error', reject);
      asked.end();
    });
  }

  #fault(words: string): void {
    if (this.tally.faults.length < MOST_FAULTS) this.tally.faults.push(words);
  }
}

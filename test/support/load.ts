import { EventEmitter, once } from 'node:events';
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { SAMPLE_PRODUCTS } from '../../src/adapters/memory/sample-products.ts';
import { type Expected, NOT_FOUND, PRODUCT_NOT_FOUND } from './contract.ts';
import { withTimeout } from './with-timeout.ts';

/** A target for each kind of response, and what the service with the sample products answers. */
const ANSWERS: [target: string, Expected][] = [
  ['/api/products/2', { status: 200, json: SAMPLE_PRODUCTS[1] }],
  ['/api/products/9', PRODUCT_NOT_FOUND],
  ['/api/products', { status: 200, json: SAMPLE_PRODUCTS }],
  ['/api/products?page=2', NOT_FOUND],
];
const CLIENTS = 32;
/** In milliseconds. A request fails when its connection has been idle for this long. */
const REQUEST_TIMEOUT = 30_000;

/**
 * A steady load on a port of the loopback interface: each client sends one request after another,
 * and checks that it gets the right one of `ANSWERS`. The first, the third and so on keep their
 * connections; the others open one for each request.
 */
export class Load extends EventEmitter {
  /** How many requests have been answered or have failed. */
  completed = 0;
  /** A line for each request without the right answer: with another, or with an error instead. */
  readonly problems: string[] = [];
  readonly #port: number;
  readonly #agents = [new Agent({ keepAlive: true }), new Agent()];
  readonly #running: Promise<unknown>;
  #isStopping = false;

  constructor(port: number) {
    super();
    this.#port = port;
    const clients = Array.from({ length: CLIENTS }, (_, index) => this.#runClient(index));
    this.#running = Promise.all(clients);
  }

  /** Waits until this many more requests have been answered or have failed. */
  async waitForRequests(count: number): Promise<void> {
    const goal = this.completed + count;
    const what = () =>
      `${goal - this.completed} more requests under load, after ${this.problems.slice(0, 10)}`;
    while (this.completed < goal) await withTimeout(once(this, 'completed'), what);
  }

  /** Stops the load, and waits for the active requests; if it has failed, gives them up. */
  async stop(hasFailed = false): Promise<void> {
    this.#isStopping = true;
    if (!hasFailed) await this.#running;
    for (const agent of this.#agents) agent.destroy();
    await this.#running;
  }

  async #runClient(index: number): Promise<void> {
    for (let turn = index; !this.#isStopping; turn += 1) {
      const [target, { status, json }] = ANSWERS[turn % ANSWERS.length] as [string, Expected];
      const answer = await this.#ask(target, this.#agents[index % 2]).catch(String);
      if (answer !== `${status} application/json ${JSON.stringify(json)}`) {
        this.problems.push(`${target}: ${answer}`);
      }
      this.completed += 1;
      this.emit('completed');
    }
  }

  async #ask(path: string, agent: Agent | undefined): Promise<string> {
    const options = { host: '127.0.0.1', port: this.#port, path, agent };
    const request = get({ ...options, timeout: REQUEST_TIMEOUT });
    request.on('timeout', () => request.destroy(new Error('timed out')));
    const [response] = await once(request, 'response');
    return `${response.statusCode} ${response.headers['content-type']} ${await text(response)}`;
  }
}

/** Runs `scenario` under load, and checks that no request was lost before, meanwhile or after. */
export async function expectNoLoss(load: Load, scenario: () => Promise<unknown>): Promise<void> {
  try {
    await load.waitForRequests(100);
    await scenario();
    await load.waitForRequests(100);
  } catch (error) {
    await load.stop(true);
    throw error;
  }
  await load.stop();
  expect([...new Set(load.problems)].slice(0, 10)).to.deep.equal([]);
}

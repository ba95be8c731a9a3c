import { Service } from '../support/service.ts';

/** One of several services behind a proxy: always at the same port, however often it starts. */
export class Instance {
  readonly port: number;
  #service: Service | undefined;

  constructor(port: number) {
    this.port = port;
  }

  /** Starts it, and waits until it listens. */
  async start(): Promise<void> {
    this.#service = new Service({ HOST: '127.0.0.1', PORT: String(this.port) });
    await this.#service.ready();
  }

  signal(signal: NodeJS.Signals): void {
    this.#service?.process.kill(signal);
  }

  /**
   * Sends `signal`, and waits until it has ended.
   * @returns its status, or the signal that ended it, and what it wrote to stderr
   */
  async stop(signal: NodeJS.Signals): Promise<string> {
    this.signal(signal);
    return `${await this.#service?.ended()} ${this.#service?.stderr}`;
  }

  async kill(): Promise<void> {
    await this.#service?.kill();
  }
}

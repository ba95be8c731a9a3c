import { Service } from '../support/service.ts';

/** One instance of the service behind a proxy. It keeps its port when it is restarted. */
export class Instance {
  readonly port: number;
  #service: Service | undefined;

  constructor(port: number) {
    this.port = port;
  }

  /** Starts the service, and waits until it listens. */
  async start(): Promise<void> {
    this.#service = new Service({ HOST: '127.0.0.1', PORT: String(this.port) });
    await this.#service.ready();
  }

  signal(signal: NodeJS.Signals): void {
    this.#service?.process.kill(signal);
  }

  /**
   * Sends `signal`, and waits until the process has exited.
   * @returns its exit status, or the signal that terminated it, a space, and its stderr
   */
  async stop(signal: NodeJS.Signals): Promise<string> {
    this.signal(signal);
    return `${await this.#service?.ended()} ${this.#service?.stderr}`;
  }

  async kill(): Promise<void> {
    await this.#service?.kill();
  }
}

import type { HeldSocket } from '../support/held-socket.ts';
import { Service } from '../support/service.ts';

/** One instance of the service. It keeps its port, or its socket, when it is restarted. */
export class Instance {
  readonly port: number;
  readonly #socket: HeldSocket | undefined;
  #file = '';
  #service: Service | undefined;

  /** @param where a port of the loopback interface, or a socket that this process holds */
  constructor(where: number | HeldSocket) {
    this.port = typeof where === 'number' ? where : where.port;
    this.#socket = typeof where === 'number' ? undefined : where;
  }

  /**
   * Starts the service, and waits until it listens.
   * @param file the catalogue file, also for the next starts; the sample products by default
   */
  async start(file = this.#file): Promise<void> {
    this.#file = file;
    await this.#launch().ready();
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

  /**
   * Restarts the service as the commands of docs/operations.md do: `systemctl restart` returns as soon as
   * the new process runs, and `curl` when it has answered a request, which waits in the socket.
   * @returns what `stop` returns
   */
  async restart(): Promise<string> {
    const ended = await this.stop('SIGTERM');
    this.#launch();
    await (await fetch(`http://127.0.0.1:${this.port}/`)).text();
    return ended;
  }

  async kill(): Promise<void> {
    await this.#service?.kill();
  }

  /** Kills the service, and closes the socket. */
  async remove(): Promise<void> {
    await this.kill();
    this.#socket?.release();
  }

  #launch(): Service {
    const environment: Record<string, string> = { CATALOG_FILE: this.#file };
    const address = { HOST: '127.0.0.1', PORT: String(this.port) };
    if (this.#socket === undefined) Object.assign(environment, address);
    this.#service = new Service(environment, [], this.#socket?.descriptor);
    return this.#service;
  }
}

import { expect } from 'chai';
import { Service } from '../support/service.ts';
import { Nginx, type NginxOptions, type Ports } from './nginx.ts';

export interface FleetOptions extends NginxOptions {
  /** The catalogue file of the instances; the sample products by default. */
  readonly file?: string;
}

/** Two instances of the service behind nginx. */
export class Fleet {
  readonly instances: readonly [Instance, Instance];
  readonly nginx = new Nginx();

  private constructor(file?: string) {
    this.instances = [new Instance(file), new Instance(file)];
  }

  get ports(): Ports {
    return this.nginx.ports;
  }

  /** Starts all three on free ports of the loopback interface, and waits until they listen. */
  static async start({ file, ...options }: FleetOptions = {}): Promise<Fleet> {
    const fleet = new Fleet(file);
    await Promise.all(fleet.instances.map((instance) => instance.start()));
    const [{ port: first }, { port: second }] = fleet.instances;
    await fleet.nginx.start([first, second], options);
    return fleet;
  }

  /** Checks the response to a GET request through nginx, and that a page on the named origins may read it. */
  async expectJson(path: string, status: number, json: unknown, origins: string | null = '*') {
    const response = await fetch(`http://127.0.0.1:${this.ports.http}${path}`);
    expect(response.status, path).to.equal(status);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(response.headers.get('access-control-allow-origin')).to.equal(origins);
    expect(await response.json()).to.deep.equal(json);
  }

  async stop(): Promise<void> {
    await this.stopInstances();
    await this.nginx.stop();
  }

  async stopInstances(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop('SIGKILL')));
  }
}

/** One instance of the service. It keeps its port when it is started again. */
class Instance {
  port = 0;
  service: Service | undefined;
  readonly #file: string;

  constructor(file = '') {
    this.#file = file;
  }

  async start(): Promise<void> {
    const address = { HOST: '127.0.0.1', PORT: String(this.port) };
    this.service = new Service({ ...address, PRODUCTS_FILE: this.#file });
    this.port = Number(new URL(await this.service.ready()).port);
  }

  /** Ends it with a signal. @returns its exit status, or the signal that ended it */
  async stop(signal: NodeJS.Signals): Promise<unknown> {
    return this.service?.stop(signal);
  }
}

import { holdSocket } from '../support/held-socket.ts';
import { freePorts } from './free-ports.ts';
import { Instance } from './instance.ts';
import { Nginx, type NginxOptions, type Ports } from './nginx.ts';

export interface FleetOptions extends NginxOptions {
  /** The catalogue file of the instances; the sample products by default. */
  readonly file?: string;
  /** Whether the instances listen on sockets that this process holds, as with systemd. */
  readonly isHeld?: boolean;
}

/** Two instances of the service behind nginx. */
export class Fleet {
  readonly ports: Ports;
  readonly instances: readonly [Instance, Instance];
  readonly nginx = new Nginx();

  private constructor(
    [http = 0, https = 0, inner = 0, ...ports]: readonly number[],
    isHeld: boolean,
  ) {
    const [first = 0, second = 0] = ports;
    this.instances = isHeld
      ? [new Instance(holdSocket()), new Instance(holdSocket())]
      : [new Instance(first), new Instance(second)];
    const [{ port: one }, { port: other }] = this.instances;
    this.ports = { http, https, inner, instances: [one, other] };
  }

  /** The port on which nginx serves plain HTTP. */
  get port(): number {
    return this.ports.http;
  }

  /** Starts all three on free ports of the loopback interface, and waits until they listen. */
  static async start(options: FleetOptions = {}): Promise<Fleet> {
    const fleet = new Fleet(await freePorts(5), options.isHeld ?? false);
    try {
      await Promise.all(fleet.instances.map((instance) => instance.start(options.file)));
      await fleet.nginx.start(fleet.ports, options);
    } catch (error) {
      await fleet.stop();
      throw error;
    }
    return fleet;
  }

  async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.remove()));
    await this.nginx.stop();
  }
}

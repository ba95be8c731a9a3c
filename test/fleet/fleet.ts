import { freePorts } from './free-ports.ts';
import { Instance } from './instance.ts';
import { Nginx } from './nginx.ts';

/** Two instances of the service behind nginx. */
export class Fleet {
  /** The port of nginx. */
  readonly port: number;
  readonly instances: readonly [Instance, Instance];
  readonly nginx = new Nginx();

  private constructor([port = 0, first = 0, second = 0]: readonly number[]) {
    this.port = port;
    this.instances = [new Instance(first), new Instance(second)];
  }

  /** Starts all three on free ports of the loopback interface, and waits until they listen. */
  static async start(options: { defaultSite?: boolean } = {}): Promise<Fleet> {
    const fleet = new Fleet(await freePorts(3));
    const [first, second] = fleet.instances;
    try {
      await Promise.all([first.start(), second.start()]);
      await fleet.nginx.start(fleet.port, [first.port, second.port], options);
    } catch (error) {
      await fleet.stop();
      throw error;
    }
    return fleet;
  }

  async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.kill()));
    await this.nginx.stop();
  }
}

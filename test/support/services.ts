import { Service } from './service.ts';

/** Starts services for the tests of a suite. Each is killed after the test that started it. */
export class Services {
  readonly #started: Service[] = [];

  /** To be called where hooks can be registered: within `describe`. */
  constructor() {
    afterEach(() => Promise.all(this.#started.splice(0).map((service) => service.kill())));
  }

  /** Starts a service, with the parameters that the constructor of `Service` has. */
  start(environment?: Readonly<Record<string, string>>, ...args: string[]): Service {
    return this.#keep(new Service(environment, args));
  }

  /** Starts a service with a socket that this process holds. */
  startOn(socket: number, environment?: Readonly<Record<string, string>>, ...args: string[]) {
    return this.#keep(new Service(environment, args, socket));
  }

  #keep(service: Service): Service {
    this.#started.push(service);
    return service;
  }
}

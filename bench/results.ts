import type { Sample, StartSample } from './measure.ts';
import type { Scenario } from './scenarios.ts';
import { ratios, type Spread, spread } from './spread.ts';
import type { UnreadSample } from './unread.ts';

/** All that was measured in a run. */
export class Results {
  readonly #samples = new Map<Scenario, Sample[]>();
  readonly starts: StartSample[] = [];
  /** By the server's name; empty where unread lists cannot be measured. */
  readonly unread = new Map<string, UnreadSample[]>();

  /** Adds what a scenario gave in one more round. */
  add(scenario: Scenario, sample: Sample): void {
    this.#samples.set(scenario, [...this.#of(scenario), sample]);
  }

  addUnread(server: string, sample: UnreadSample): void {
    this.unread.set(server, [...(this.unread.get(server) ?? []), sample]);
  }

  spread(scenario: Scenario, figure: keyof Sample): Spread {
    return spread(this.#figures(scenario, figure));
  }

  ratio(scenario: Scenario, reference: Scenario, figure: keyof Sample): Spread {
    return ratios(this.#figures(scenario, figure), this.#figures(reference, figure));
  }

  /** How many times the requests a second of the best of `others` in each round. */
  ratioToBest(scenario: Scenario, others: readonly Scenario[]): Spread {
    const own = this.#figures(scenario, 'perSecond');
    const best = own.map((_, round) =>
      Math.max(...others.map((other) => this.#figures(other, 'perSecond')[round] ?? Number.NaN)),
    );
    return ratios(own, best);
  }

  #figures(scenario: Scenario, figure: keyof Sample): number[] {
    return this.#of(scenario).map((sample) => sample[figure]);
  }

  #of(scenario: Scenario): Sample[] {
    return this.#samples.get(scenario) ?? [];
  }

  toJSON(): unknown {
    const samples = Array.from(this.#samples, ([{ server, held, request }, rounds]) => ({
      server: server.name,
      held,
      request,
      rounds,
    }));
    return { samples, starts: this.starts, unread: Object.fromEntries(this.unread) };
  }
}

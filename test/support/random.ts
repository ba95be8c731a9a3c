import { randomInt } from 'node:crypto';

/** The seed of the random tests: RANDOM_SEED, or a new one in each run. Their names say which it was. */
export const seed = Number(process.env.RANDOM_SEED || randomInt(2 ** 31));

/** Parameters of fast-check for a test of 20 s, before whose end it says what it has found. */
export const random = {
  seed,
  interruptAfterTimeLimit: 15_000,
  markInterruptAsFailure: true,
  includeErrorInReport: true,
};

import { randomInt } from 'node:crypto';

/** The seed of the random tests: RANDOM_SEED, or a new one in each run. Their names say which it was. */
export const seed = Number(process.env.RANDOM_SEED || randomInt(2 ** 31));

/** Parameters of fast-check: it says what it has found, though it is still looking for less when a test must end. */
export const random = { seed, interruptAfterTimeLimit: 18_000, markInterruptAsFailure: true };

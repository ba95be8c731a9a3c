/**
 * The parameter of fast-check for a random test. If one fails, fast-check says with which seed:
 * RANDOM_SEED=1 npm test
 */
export const randomSeed: { seed?: number } = process.env.RANDOM_SEED
  ? { seed: Number(process.env.RANDOM_SEED) }
  : {};

/**
 * The options of fast-check for a random test. If one fails, it ends at once, and fast-check says
 * with which seed: RANDOM_SEED=1 npm test
 */
export const randomOptions: { endOnFailure: true; seed?: number } = {
  endOnFailure: true,
  ...(process.env.RANDOM_SEED && { seed: Number(process.env.RANDOM_SEED) }),
};

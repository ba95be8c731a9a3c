import type { Product } from '../../src/domain/product.ts';

/** Products whose ids are easily confused with one another, or with a missing id. */
export const fixtureProducts: readonly Product[] = [
  { id: 2, name: 'Burr coffee grinder', price: 84.5 },
  { id: 0, name: 'Nought', price: 0 },
  { id: -1, name: 'Minus one', price: -1.25 },
  { id: 2, name: 'Never fetched: the second with its id', price: 1 },
  { id: 200, name: 'Crème brûlée ☕ "quoted" \\ \u2028 <b>', price: 1e21 },
  { id: Number.MAX_SAFE_INTEGER, name: '', price: Number.MAX_VALUE },
  { id: Number.MIN_SAFE_INTEGER, name: 'The least', price: -Number.MAX_VALUE },
];

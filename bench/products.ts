import type { Product } from '../src/domain/product.ts';

export const LATIN = ['Nordlys', 'Café No. 9', 'Plain', 'Señor', 'Açaí', 'Müller', 'Søstre'];
/** Names with these take more memory: V8 stores each of their characters in two bytes. */
export const OTHER_ALPHABETS = ['Δελφοί', 'Чайка', 'Олива', 'हिमाल', '山田', 'さくら', '한솔'];
const THINGS = ['kettle', 'sauté pan', 'crème brûlée dish', '½ l flask', 'whisk', '10" pan'];

/** Products with ids from 1 on; 10,000 are some 500 kB of JSON. */
export function generateProducts(count: number, makes: readonly string[]): Product[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${makes[index % makes.length]} ${THINGS[index % THINGS.length]}`,
    price: (100 + ((index * 7919) % 50_000)) / 100,
  }));
}

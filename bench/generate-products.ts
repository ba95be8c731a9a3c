const LATIN_1 = ['Nordlys', 'Café No. 9', 'Plain', 'Señor', 'Açaí', 'Müller', 'Bright', 'Søstre'];
const THINGS = ['kettle', 'sauté pan', 'crème brûlée dish', '½ l flask', 'whisk', '10" pan'];
export const OTHER_ALPHABETS = ['Δελφοί', 'Чайка', 'Олива', 'हिमाल', '山田', 'さくら', '한솔'];

/** Products with ids from 1 on, the same ones every time; 10,000 are some 500 kB of JSON. */
export function generateProducts(count: number, makes: readonly string[] = LATIN_1) {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${makes[index % makes.length]} ${THINGS[index % THINGS.length]}`,
    price: (100 + ((index * 7919) % 50_000)) / 100,
  }));
}

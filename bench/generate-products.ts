const MAKES = ['Nordlys', 'Café No. 9', 'Ōyama', 'Bright', 'Señor', 'Łąka', 'Plain', '山田'];
const THINGS = ['kettle', 'sauté pan', 'crème brûlée dish', '½ l flask', '茶筅 whisk', '10" pan'];

/** Products with ids from 1 on, the same ones every time; 10,000 are some 500 kB of JSON. */
export function generateProducts(count: number): { id: number; name: string; price: number }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${MAKES[index % MAKES.length]} ${THINGS[index % THINGS.length]}`,
    price: (100 + ((index * 7919) % 50_000)) / 100,
  }));
}

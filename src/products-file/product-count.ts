/** A number of products as a message shows it: `1 product`, `120 products`. */
export function formatProductCount(count: number): string {
  return `${count} ${count === 1 ? 'product' : 'products'}`;
}

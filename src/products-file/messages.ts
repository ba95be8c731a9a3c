/** A number of products: `1 product`, `120 products`. */
export function formatProductCount(count: number): string {
  return `${count} ${count === 1 ? 'product' : 'products'}`;
}

/** What is served while a new version is wrong: `still serving the 120 products from before`. */
export function formatStillServed(count: number): string {
  return `still serving the ${formatProductCount(count)} from before`;
}

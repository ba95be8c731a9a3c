import { type Fault, InvalidProductError } from './invalid-product-error.ts';
import { quote } from './quote.ts';

/** A product in the catalogue. Products are immutable. */
export interface Product {
  /** The id that clients ask for: a safe integer. It need not be unique. */
  readonly id: number;
  /** Display name: any string, even an empty one. */
  readonly name: string;
  /** Any finite number. The catalogue does not say which currency. */
  readonly price: number;
}

/** Its fields, in the order in which they are served. */
export const productFields = ['id', 'name', 'price'] as const satisfies (keyof Product)[];

/** How many faults an error lists at most. */
const MAX_FAULTS = 10;

/** The arrays that `toProducts` has made. */
const made = new WeakSet<object>();

/**
 * Makes products of values from outside: a frozen array of frozen copies with exactly the three fields.
 * Only this function knows what makes a product valid. An array that it has made is returned as it is.
 * @throws {InvalidProductError} if any value is not a product
 */
export function toProducts(values: Iterable<unknown>): readonly Product[] {
  if (made.has(values)) return values as readonly Product[];
  const products: Product[] = [];
  const faults: Fault[] = [];
  let index = 0;
  const report: Report = (field, expected, found) => {
    if (faults.length === MAX_FAULTS) return;
    const place = `[${index}]${field && `.${field}`}`;
    faults.push({ index, field, message: `${place}: expected ${expected}, got ${quote(found)}` });
  };
  for (const value of values) {
    const product = toProduct(value, report);
    if (product !== undefined) products.push(product);
    index += 1;
  }
  const invalid = index - products.length;
  if (invalid > 0) throw new InvalidProductError(invalid, index, faults);
  made.add(Object.freeze(products));
  return products;
}

type Report = (field: Fault['field'], expected: string, found: unknown) => void;

function toProduct(value: unknown, report: Report): Product | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report('', 'an object with id, name and price', value);
    return undefined;
  }
  const { id, name, price } = value as Product;
  const isId = Number.isSafeInteger(id);
  const isName = typeof name === 'string';
  const isPrice = Number.isFinite(price);
  if (isId && isName && isPrice) return Object.freeze({ id, name, price });
  if (!isId) report('id', expectedId(id), id);
  if (!isName) report('name', 'a string', name);
  if (!isPrice) report('price', typeof price === 'number' ? 'a finite number' : 'a number', price);
  return undefined;
}

function expectedId(id: unknown): string {
  const isOutside = typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER;
  if (!isOutside) return 'a whole number';
  return `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
}

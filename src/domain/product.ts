import { type Fault, InvalidProductError } from './invalid-product-error.ts';
import { show } from './show.ts';

/** A product in the catalogue. Products are immutable. */
export interface Product {
  /** The id that clients ask for: a safe integer. It need not be unique. */
  readonly id: number;
  /** Display name: any string, even an empty one. */
  readonly name: string;
  /** Any finite number. The catalogue does not say which currency. */
  readonly price: number;
}

/** The names of its fields, in the order in which they are served. */
export const productFields = ['id', 'name', 'price'] as const satisfies (keyof Product)[];

/** A copy of a product with exactly these fields, in this order. */
export function exactly({ id, name, price }: Product): Product {
  return { id, name, price };
}

const MAX_ID = Number.MAX_SAFE_INTEGER;
/** How many faults an error lists at most. */
const MAX_FAULTS = 10;

/** The arrays that `toProducts` has made. */
const made = new WeakSet<object>();

/**
 * Makes products of values from outside: a frozen array of frozen copies with exactly the fields of a product.
 * It alone decides what makes a product valid. An array that it has made is returned as it is.
 * @param values an array, or anything else that can be iterated over, but not a promise
 * @throws {InvalidProductError} if any value is not a product
 * @throws {TypeError} if `values` cannot be iterated over
 */
export function toProducts(values: Iterable<unknown>): readonly Product[] {
  if (made.has(values)) return values as readonly Product[];
  if (typeof values?.[Symbol.iterator] !== 'function') {
    throw new TypeError(`expected an array of products, got ${show(values)}`);
  }
  const products: Product[] = [];
  const faults: Fault[] = [];
  let invalid = 0;
  for (const value of values) {
    const product = toProduct(value, products.length + invalid, faults);
    if (product === undefined) invalid += 1;
    else products.push(product);
  }
  if (invalid > 0) throw new InvalidProductError(invalid, products.length + invalid, faults);
  made.add(Object.freeze(products));
  return products;
}

/** Makes a product of a value, or adds to `faults` what is wrong with it. */
function toProduct(value: unknown, index: number, faults: Fault[]): Product | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(faults, { index, field: undefined }, 'an object with id, name and price', value);
    return undefined;
  }
  const product = exactly(value as Product);
  const { id, name, price } = product;
  const isId = Number.isSafeInteger(id);
  const isName = typeof name === 'string';
  const isPrice = Number.isFinite(price);
  if (isId && isName && isPrice) return Object.freeze(product);
  const isOutside = typeof id === 'number' && Math.abs(id) > MAX_ID;
  const range = isOutside ? ` from ${-MAX_ID} to ${MAX_ID}` : '';
  if (!isId) report(faults, { index, field: 'id' }, `a whole number${range}`, id);
  if (!isName) report(faults, { index, field: 'name' }, 'a string', name);
  const finite = typeof price === 'number' ? 'a finite number' : 'a number';
  if (!isPrice) report(faults, { index, field: 'price' }, finite, price);
  return undefined;
}

type Where = Pick<Fault, 'index' | 'field'>;

function report(faults: Fault[], where: Where, expected: string, found: unknown): void {
  if (faults.length === MAX_FAULTS) return;
  const place = where.field === undefined ? `[${where.index}]` : `[${where.index}].${where.field}`;
  faults.push({ ...where, message: `${place}: expected ${expected}, got ${show(found)}` });
}

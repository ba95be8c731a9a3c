import { type Fault, InvalidProductError } from './invalid-product-error.ts';
import { describeValue } from './wording.ts';

/** A product in the catalogue. Products are immutable. */
export interface Product {
  /** The id that clients ask for: a safe integer. It need not be unique. */
  readonly id: number;
  /** Display name: any string, even an empty one. */
  readonly name: string;
  /** Any finite number. The catalogue does not say which currency. */
  readonly price: number;
}

/** What a product's fields are before they have been checked. */
type Fields = { readonly [Field in keyof Product]-?: unknown };

/** The rule of each field, in the order in which the fields are served. */
// A rule takes all fields and picks its own, which is faster than looking each up by name.
const rules: {
  readonly [Field in keyof Product]-?: { isValid: (fields: Fields) => boolean; expected: string };
} = {
  id: {
    isValid: ({ id }) => Number.isSafeInteger(id),
    expected: `a whole number up to ${Number.MAX_SAFE_INTEGER}`,
  },
  name: { isValid: ({ name }) => typeof name === 'string', expected: 'a string' },
  price: { isValid: ({ price }) => Number.isFinite(price), expected: 'a number' },
};
const checks = Object.values(rules).map(({ isValid }) => isValid);

/** The names of the fields, in the same order. */
export const productFields = Object.keys(rules) as (keyof Product)[];

/** How many faults an error lists at most. */
const MAX_FAULTS = 10;

/** The arrays that `toProducts` has made. */
const validated = new WeakSet<object>();

/**
 * Makes products of values from outside: a frozen array of frozen copies with exactly the fields of a product.
 * It alone decides what makes a product valid. An array that it has made is returned as it is.
 * @param values an array, or any other iterable; a string or a promise is refused
 * @throws {InvalidProductError} if any value is not a product; another `TypeError` if `values` is not such an iterable
 */
export function toProducts(values: Iterable<unknown>): readonly Product[] {
  if (validated.has(values)) return values as readonly Product[];
  if (typeof values === 'string' || typeof values?.[Symbol.iterator] !== 'function') {
    throw new TypeError(`expected an array of products, got ${describeValue(values)}`);
  }
  const products: Product[] = [];
  const faults: Fault[] = [];
  let total = 0;
  for (const value of values) {
    const product = toProduct(value);
    if (product !== undefined) products.push(product);
    else if (faults.length < MAX_FAULTS) faults.push(...faultsOf(value, total));
    total += 1;
  }
  const invalid = total - products.length;
  if (invalid > 0) throw new InvalidProductError(invalid, total, faults.slice(0, MAX_FAULTS));
  validated.add(Object.freeze(products));
  return products;
}

/** A frozen copy with exactly the fields of a product, or `undefined` if it is not one. */
function toProduct(value: unknown): Product | undefined {
  const { id, name, price } = (value ?? {}) as Fields;
  const fields: Fields = { id, name, price };
  for (const isValid of checks) if (!isValid(fields)) return undefined;
  return Object.freeze(fields as Product);
}

/** What is wrong with a value that is not a product. */
function faultsOf(value: unknown, index: number): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const names = productFields.join(', ').replace(/,(?=[^,]+$)/, ' and');
    return [fault(index, undefined, `an object with ${names}`, value)];
  }
  const fields = value as Fields;
  return productFields
    .filter((field) => !rules[field].isValid(fields))
    .map((field) => fault(index, field, rules[field].expected, fields[field]));
}

function fault(index: number, field: string | undefined, expected: string, found: unknown): Fault {
  const place = field === undefined ? `[${index}]` : `[${index}].${field}`;
  return { index, field, message: `${place}: expected ${expected}, got ${describeValue(found)}` };
}

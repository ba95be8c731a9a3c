import { type Fault, InvalidProductError } from './invalid-product-error.ts';
import { describeValue, describeValues } from './wording.ts';

/** A product in the catalogue. Products are immutable. */
export interface Product {
  /** The id that clients ask for: a safe integer. It need not be unique. */
  readonly id: number;
  /** Display name: any string, even an empty one. */
  readonly name: string;
  /** Any finite number. The catalogue does not say which currency. */
  readonly price: number;
}

/** The names of the fields, in the order in which they are served. */
export const productFields: (keyof Product)[] = ['id', 'name', 'price'];

/** The rule of each field, and its words for a message. */
const rules: {
  readonly [Field in keyof Product]: { isValid: (value: unknown) => boolean; expected: string };
} = {
  id: {
    isValid: Number.isSafeInteger,
    expected: `a whole number up to ${Number.MAX_SAFE_INTEGER}`,
  },
  name: { isValid: (value) => typeof value === 'string', expected: 'a string' },
  price: { isValid: Number.isFinite, expected: 'a number' },
};

/** How many faults an error lists at most. */
const MAX_FAULTS = 10;

/** The arrays that `toProducts` has made: what a loader has checked, a catalogue does not check again. */
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
  const { id, name, price } = (value ?? {}) as Product;
  const isValid = rules.id.isValid(id) && rules.name.isValid(name) && rules.price.isValid(price);
  return isValid ? Object.freeze({ id, name, price }) : undefined;
}

/** What is wrong with a value that is not a product. */
function faultsOf(value: unknown, index: number): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const expected = 'an object with id, name and price';
    return [fault(index, undefined, expected, describeValue(value))];
  }
  const product = value as Product;
  return productFields
    .filter((field) => !rules[field].isValid(product[field]))
    .map((field) => fault(index, field, rules[field].expected, foundIn(product, field)));
}

/** Words for a field's value; if there is none, also for the product's other fields, as one may be meant. */
function foundIn(product: Product, field: keyof Product): string {
  const others = Object.keys(product).filter((name) => !Object.hasOwn(rules, name));
  if (product[field] !== undefined || others.length === 0) return describeValue(product[field]);
  return `nothing, but ${describeValues(others)}`;
}

function fault(index: number, field: string | undefined, expected: string, found: string): Fault {
  const place = field === undefined ? `[${index}]` : `[${index}].${field}`;
  return { index, field, message: `${place}: expected ${expected}, got ${found}` };
}

import { type Fault, InvalidProductError } from './invalid-product-error.ts';
import { quote } from './message.ts';

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

/**
 * Makes products of values from outside. This function alone decides what makes a product valid.
 * @returns frozen copies with exactly the fields of a product, in the same order, in a frozen array
 * @throws {InvalidProductError} if any value is not a product
 */
export function validateProducts(values: readonly unknown[]): readonly Product[] {
  const products: Product[] = [];
  const faults: Fault[] = [];
  for (const [index, value] of values.entries()) {
    if (isProduct(value)) {
      const { id, name, price } = value;
      products.push(Object.freeze({ id, name, price }));
    } else if (faults.length < MAX_FAULTS) {
      faults.push(...faultsOf(value, index));
    }
  }
  const invalid = values.length - products.length;
  if (invalid > 0) {
    throw new InvalidProductError(invalid, values.length, faults.slice(0, MAX_FAULTS));
  }
  return Object.freeze(products);
}

function isProduct(value: unknown): value is Product {
  return wrongFieldsOf(value ?? {}).length === 0;
}

/** What is wrong with a value that is not a product. */
function faultsOf(value: unknown, index: number): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `[${index}]: expected an object with id, name and price, got ${quote(value)}`;
    return [{ index, field: undefined, message }];
  }
  const product = value as Product;
  return wrongFieldsOf(product).map((field) => {
    const got = `${quote(product[field])} in ${quote(product)}`;
    const message = `[${index}].${field}: expected ${rules[field].expected}, got ${got}`;
    return { index, field, message };
  });
}

function wrongFieldsOf(value: object): (keyof Product)[] {
  return productFields.filter((field) => !rules[field].isValid((value as Product)[field]));
}

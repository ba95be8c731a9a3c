import { type Fault, InvalidProductError } from './invalid-product-error.ts';
import { isInexact, quote } from './message.ts';

/** A product in the catalogue. Products are immutable. */
export interface Product {
  /** The id that clients ask for: a safe integer. It need not be unique. */
  readonly id: number;
  /** Display name: any string, even an empty one. */
  readonly name: string;
  /** Any finite number. The catalogue does not say which currency. */
  readonly price: number;
}

type Field = keyof Product;

/**
 * The check of each field, and its words for a message. Products have their fields in this order.
 */
const rules: Record<Field, { isValid: (value: unknown) => boolean; expected: string }> = {
  id: {
    isValid: Number.isSafeInteger,
    expected: `a whole number up to ${Number.MAX_SAFE_INTEGER}`,
  },
  name: { isValid: (value) => typeof value === 'string', expected: 'a string' },
  price: { isValid: Number.isFinite, expected: 'a number' },
};

/** The names of the fields, in their order. */
export const productFields: readonly Field[] = Object.keys(rules) as Field[];

/** How many faults an error describes at most. */
const MAX_FAULTS = 10;

/**
 * Turns untrusted values into products. This function alone decides what makes a product valid.
 * @returns frozen copies with exactly the fields of a product, in the same order, in a frozen array
 * @throws {InvalidProductError} if any value is not a product
 */
export function validateProducts(values: readonly unknown[]): readonly Product[] {
  const products: Product[] = [];
  const faults: Fault[] = [];
  for (const [index, value] of values.entries()) {
    const wrongFields = wrongFieldsOf(value);
    if (wrongFields.length === 0) {
      const { id, name, price } = value as Product;
      products.push(Object.freeze({ id, name, price }));
      continue;
    }
    for (const field of wrongFields) {
      if (faults.length === MAX_FAULTS) break;
      const message = `[${index}].${field}: ${describeMismatch(field, value)}`;
      faults.push({ index, field, message });
    }
  }
  const invalid = values.length - products.length;
  if (invalid > 0) throw new InvalidProductError(invalid, values.length, faults);
  return Object.freeze(products);
}

/** The fields that are missing or wrong; a value that is not an object lacks all of them. */
function wrongFieldsOf(value: unknown): Field[] {
  return productFields.filter((field) => !rules[field].isValid(fieldOf(value, field)));
}

function fieldOf(value: unknown, field: Field): unknown {
  return (value as Partial<Product> | null | undefined)?.[field];
}

/** What was expected of a wrong field, and what was found. */
function describeMismatch(field: Field, value: unknown): string {
  const found = fieldOf(value, field);
  // Otherwise, the value would show a number that was rounded when it was read.
  const place = isInexact(found) ? '' : ` in ${quote(value)}`;
  return `expected ${rules[field].expected}, got ${quote(found)}${place}`;
}

/** A product of the catalogue. */
export interface Product {
  /** The id that clients ask for: a safe integer. It need not be unique. */
  readonly id: number;
  /** Display name: any string, even an empty one. */
  readonly name: string;
  /** Any finite number. The catalogue does not say which currency. */
  readonly price: number;
}

type Field = keyof Product;

/** The rule of each field. `expected` completes the message: expected a string. */
const RULES: Record<Field, { expected: string; isValid: (value: unknown) => boolean }> = {
  id: {
    // A rule of thumb: longer numbers up to `Number.MAX_SAFE_INTEGER` are valid, too.
    expected: 'a whole number of at most 15 digits',
    isValid: Number.isSafeInteger,
  },
  name: { expected: 'a string', isValid: (value) => typeof value === 'string' },
  price: { expected: 'a number', isValid: Number.isFinite },
};

/** A number as it is, unless it may have been rounded, and the type of any other value. */
function describe(value: unknown): string {
  if (typeof value === 'number') {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'a larger number' : String(value);
  }
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** All fields of a product, in the order of their rules. */
export const PRODUCT_FIELDS: readonly Field[] = Object.keys(RULES) as Field[];

/** A new object with exactly the fields of a product. */
export function pickProductFields({ id, name, price }: Product): Product {
  // With `satisfies`, this compiles only if no field of `Product`, even an optional one, is
  // missing.
  return { id, name, price } satisfies Record<Field, unknown>;
}

/** A wrong field of a value, or a value that is not an object. */
export interface ProductFault {
  /** The value's position, from 0, and the wrong or missing field: `[4, 'price']` or `[4]` */
  readonly path: readonly (number | string)[];
  /** Where it is, and what was expected: `[4].price: expected a number, got a string` */
  readonly message: string;
}

/** How many faults an error describes at most. */
const MAX_FAULTS = 5;

/**
 * Thrown when values are not products. The message is the summary, and a line for each of `faults`.
 */
export class InvalidProductsError extends Error {
  override readonly name = 'InvalidProductsError';
  /** How many values are not products: `invalid products: 2 of 3` */
  readonly summary: string;
  /** The first faults, five at most. */
  readonly faults: readonly ProductFault[];

  constructor(summary: string, faults: readonly ProductFault[]) {
    super([summary, ...faults.map(({ message }) => message)].join('\n'));
    this.summary = summary;
    this.faults = faults;
  }
}

/**
 * Turns untrusted values into products. This function alone decides what makes a product valid.
 * @returns a frozen array, in the order of the values, of frozen copies with exactly the fields of
 * a product
 * @throws {InvalidProductsError} if any value is not a product
 */
export function validateProducts(values: readonly unknown[]): readonly Product[] {
  const products: Product[] = [];
  const faults: ProductFault[] = [];
  for (const [index, value] of values.entries()) {
    const found = findFaults(value, index);
    if (found.length === 0) {
      products.push(Object.freeze(pickProductFields(value as Product)));
    } else {
      faults.push(...found.slice(0, MAX_FAULTS - faults.length));
    }
  }
  const invalid = values.length - products.length;
  if (invalid > 0) {
    const summary = `invalid products: ${invalid} of ${values.length}`;
    throw new InvalidProductsError(summary, faults);
  }
  return Object.freeze(products);
}

function findFaults(value: unknown, index: number): ProductFault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `[${index}]: expected an object, got ${describe(value)}`;
    return [{ path: [index], message }];
  }
  const fields: Partial<Record<Field, unknown>> = value;
  const wrong = PRODUCT_FIELDS.filter((field) => !RULES[field].isValid(fields[field]));
  return wrong.map((field) => {
    const expected = `expected ${RULES[field].expected}`;
    const value = fields[field];
    const fault =
      value === undefined ? `missing, ${expected}` : `${expected}, got ${describe(value)}`;
    return { path: [index, field], message: `[${index}].${field}: ${fault}` };
  });
}

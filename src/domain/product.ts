/** One product of the catalogue. Products never change: no field of one is ever written. */
export interface Product {
  /** What clients ask for it by: an integer that a double holds exactly. Not unique by rule. */
  readonly id: number;
  /** Display name: any string, the empty one included. */
  readonly name: string;
  /** A finite number, whole or fractional, in a currency that the catalogue does not name. */
  readonly price: number;
}

const RULES = {
  id: {
    expected: `an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
    isMetBy: Number.isSafeInteger,
  },
  name: { expected: 'a string', isMetBy: (value: unknown) => typeof value === 'string' },
  price: { expected: 'a finite number', isMetBy: Number.isFinite },
} as const satisfies Record<keyof Product, { expected: string; isMetBy(value: unknown): boolean }>;

const FIELDS = Object.keys(RULES) as (keyof Product)[];

/**
 * Says all that keeps `value` from being a product: an object with exactly the fields `id`, `name`
 * and `price`, each of its own type. This is the one place that knows what makes a product valid.
 * @returns a line for each fault, such as `.price: expected a finite number, got "12"`, beginning
 *   with the access to the field as JavaScript writes it; no line when `value` is a product
 */
export function findFaults(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`: expected an object with id, name and price, got ${describe(value)}`];
  }
  const record = value as Readonly<Record<string, unknown>>;
  const faults: string[] = [];
  for (const field of FIELDS) {
    const { expected, isMetBy } = RULES[field];
    const received = Object.hasOwn(record, field) ? record[field] : undefined;
    if (!isMetBy(received))
      faults.push(`.${field}: expected ${expected}, got ${describe(received)}`);
  }
  for (const field of Object.keys(record)) {
    if (Object.hasOwn(RULES, field)) continue;
    const access = /^[A-Za-z_$][\w$]*$/.test(field) ? `.${field}` : `[${describe(field)}]`;
    const received = describe(record[field]);
    faults.push(`${access}: expected no field but id, name and price, got ${received}`);
  }
  return faults;
}

/** A value is not a product. The message says why: `[4].price: expected a finite number, got "12"`. */
export class InvalidProductError extends TypeError {
  override readonly name = 'InvalidProductError';
}

/**
 * The product that `value` stands for: a frozen copy, so that nobody can change it later.
 * @param index its place in the collection, from 0, which the message of an error names
 * @throws {InvalidProductError} when `value` is not a product
 */
export function toProduct(value: unknown, index: number): Product {
  const faults = findFaults(value);
  if (faults.length > 0) {
    throw new InvalidProductError(faults.map((fault) => `[${index}]${fault}`).join('; '));
  }
  const { id, name, price } = value as Product;
  return Object.freeze({ id, name, price });
}

const LONGEST_QUOTE = 40;

/** What a value is, in a few words for a message: `"12"`, `an array`, `nothing`. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  if (value.length <= LONGEST_QUOTE) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, LONGEST_QUOTE))}… (${value.length} characters)`;
}

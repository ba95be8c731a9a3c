/** One product of the catalogue. Products never change: no field of one is ever written. */
export interface Product {
  /** What a reader asks for it by: an integer that a double holds exactly. Not unique by rule. */
  readonly id: number;
  /** Display name: any string, the empty one included. */
  readonly name: string;
  /** A finite number, whole or fractional, in a currency that the catalogue does not name. */
  readonly price: number;
}

/** Why a value is not a product: what was expected in which place, and what was there. */
export interface ProductFault {
  /** The field at fault; `undefined` where the value as a whole is. */
  readonly field: string | undefined;
  /** A noun phrase, such as `a finite number`. */
  readonly expected: string;
  /** What was found there; `undefined` where there was nothing. */
  readonly received: unknown;
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
 * and `price`, each of its own type. Empty when it is one. This is the one place that knows what
 * makes a product valid.
 */
export function findFaults(value: unknown): readonly ProductFault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ field: undefined, expected: 'an object with id, name and price', received: value }];
  }
  const record = value as Readonly<Record<string, unknown>>;
  const faults: ProductFault[] = [];
  for (const field of FIELDS) {
    const { expected, isMetBy } = RULES[field];
    const received = Object.hasOwn(record, field) ? record[field] : undefined;
    if (!isMetBy(received)) faults.push({ field, expected, received });
  }
  for (const field of Object.keys(record)) {
    if (Object.hasOwn(RULES, field)) continue;
    const expected = 'no field but id, name and price';
    faults.push({ field, expected, received: record[field] });
  }
  return faults;
}

/** A value that was to be a product is none. Its message reads `price: expected …, got …`. */
export class InvalidProductError extends TypeError {
  override readonly name = 'InvalidProductError';

  /** @param faults what is wrong with it: one at least */
  constructor(faults: readonly ProductFault[]) {
    const reasons = faults.map((fault) => {
      const place = fault.field === undefined ? '' : `${fault.field}: `;
      return place + describeFault(fault);
    });
    super(reasons.join('; '));
  }
}

/**
 * The product that `value` stands for: a frozen copy, so that nobody can change it later.
 * @throws {InvalidProductError} when it stands for none
 */
export function toProduct(value: unknown): Product {
  const faults = findFaults(value);
  if (faults.length > 0) throw new InvalidProductError(faults);
  return copyOf(value as Product);
}

/** A frozen copy of a valid product. */
export function copyOf({ id, name, price }: Product): Product {
  return Object.freeze({ id, name, price });
}

/** A fault in words, such as `expected a finite number, got "12"`; where it is goes before. */
export function describeFault({ expected, received }: ProductFault): string {
  return `expected ${expected}, got ${describe(received)}`;
}

const LONGEST_QUOTE = 40;

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  if (value.length <= LONGEST_QUOTE) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, LONGEST_QUOTE))}… (${value.length} characters)`;
}

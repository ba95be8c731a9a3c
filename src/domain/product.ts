/** A product in the catalogue. Products are immutable. */
export interface Product {
  /** The id that clients ask for: a safe integer. It need not be unique. */
  readonly id: number;
  /** Display name: any string, even an empty one. */
  readonly name: string;
  /** Any finite number. The catalogue does not say which currency. */
  readonly price: number;
}

const SAFE_INTEGER = `an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
const FIELDS = ['id', 'name', 'price'];

/**
 * Finds everything that is wrong with `value` as a product: an object with exactly the fields `id`,
 * `name` and `price`, each of the right type. Only this function knows what makes a product valid.
 * @returns one line for each fault, such as `.price: expected a finite number, got "12"`, starting with
 *   the property accessor; no lines if `value` is a product
 */
export function findFaults(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`: expected an object with id, name and price, got ${describe(value)}`];
  }
  const record = value as Readonly<Record<string, unknown>>;
  const { id, name, price } = record;
  const faults: string[] = [];
  if (!Number.isSafeInteger(id)) faults.push(`.id: expected ${SAFE_INTEGER}, got ${describe(id)}`);
  if (typeof name !== 'string') faults.push(`.name: expected a string, got ${describe(name)}`);
  if (!Number.isFinite(price)) {
    faults.push(`.price: expected a finite number, got ${describe(price)}`);
  }
  for (const field of Object.keys(record)) {
    if (FIELDS.includes(field)) continue;
    const access = /^[A-Za-z_$][\w$]*$/.test(field) ? `.${field}` : `[${describe(field)}]`;
    faults.push(
      `${access}: expected no field but id, name and price, got ${describe(record[field])}`,
    );
  }
  return faults;
}

/** A value is not a product. The message says why: `[4].price: expected a finite number, got "12"`. */
export class InvalidProductError extends TypeError {
  override readonly name = 'InvalidProductError';
}

/**
 * Makes a product of `value`: a frozen copy, so that nobody can change it later.
 * @param index its zero-based position in the collection, for the error message
 * @throws {InvalidProductError} if `value` is not a product
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

/** Describes any value for a message: `"12"`, `an array`, `nothing`. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  if (value.length <= LONGEST_QUOTE) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, LONGEST_QUOTE))}… (${value.length} characters)`;
}

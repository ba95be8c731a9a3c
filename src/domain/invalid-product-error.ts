import { countProducts } from './message.ts';
import type { Product } from './product.ts';

/** One wrong field of one value that should be a product. */
export interface Fault {
  /** The position of the value, from 0. */
  readonly index: number;
  readonly field: keyof Product;
  /**
   * Where it is, what was expected and what was found:
   * `[4].price: expected a number, got "12" in {"id":5,"name":"Tea","price":"12"}`
   */
  readonly message: string;
}

/**
 * Thrown when values are not products. The first line of the message counts them; each further line
 * is one fault.
 */
export class InvalidProductError extends TypeError {
  override readonly name = 'InvalidProductError';
  /** The first line of the message: `12 of 120 products are not valid` */
  readonly summary: string;
  /** The first faults: `validateProducts` describes no more than ten. */
  readonly faults: readonly Fault[];

  /** @param invalid how many of `total` values are not products */
  constructor(invalid: number, total: number, faults: readonly Fault[]) {
    const verb = invalid === 1 ? 'is' : 'are';
    const summary = `${invalid} of ${countProducts(total)} ${verb} not valid`;
    super([summary, ...faults.map(({ message }) => message)].join('\n'));
    this.summary = summary;
    this.faults = faults;
  }
}

import { formatInteger, pluralize } from './wording.ts';

/** One thing that is wrong with one value that should be a product. */
export interface Fault {
  /** Zero-based position of the value. */
  readonly index: number;
  /** The name of the wrong field; `undefined` if the value is not an object at all. */
  readonly field: string | undefined;
  /** Where it is, what was expected and what was found: `[4].price: expected a number, got "12"` */
  readonly message: string;
}

/** Values are not products. The first line of the message counts them, and each fault has one more. */
export class InvalidProductError extends TypeError {
  override readonly name = 'InvalidProductError';
  /** How many values are not products: `12 of 120 products are not valid`. */
  readonly summary: string;
  /** The first faults, ten at most. */
  readonly faults: readonly Fault[];

  /** @param invalid how many of `total` values are not products */
  constructor(invalid: number, total: number, faults: readonly Fault[]) {
    const counts = `${formatInteger(invalid)} of ${pluralize(total, 'product')}`;
    const summary = `${counts} ${invalid === 1 ? 'is' : 'are'} not valid`;
    super([summary, ...faults.map(({ message }) => message)].join('\n'));
    this.summary = summary;
    this.faults = faults;
  }
}

import { quote } from './quote.ts';

/** One thing that is wrong with a product, or with many in the same way. */
export interface Fault {
  /** Zero-based position of the first product that has it. */
  readonly index: number;
  /** The wrong field; empty if the product is not an object at all. */
  readonly field: 'id' | 'name' | 'price' | '';
  readonly expected: string;
  /** What was found in the first product. */
  readonly found: unknown;
  /** The number of products. */
  count: number;
}

/** Values are not products. The message says how many, with a line for each of the first ten faults. */
export class InvalidProductError extends TypeError {
  override readonly name = 'InvalidProductError';
  /** `1 of 120 products is not valid` */
  readonly summary: string;
  readonly faults: readonly Fault[];

  constructor(invalid: number, total: number, allFaults: readonly Fault[]) {
    const faults = allFaults.slice(0, 10);
    const summary = `${countOf(invalid, total)} ${invalid === 1 ? 'is' : 'are'} not valid`;
    super([summary, ...faults.map(describeFault)].join('\n'));
    this.summary = summary;
    this.faults = faults;
  }
}

/** `[4].price: expected a number, got "12"` */
export function describeFault({ index, field, expected, found, count }: Fault): string {
  const place = `[${index}]${field && `.${field}`}`;
  const others = count === 1 ? '' : ` (the first of ${count.toLocaleString('en')})`;
  return `${place}: expected ${expected}, got ${quote(found)}${others}`;
}

/** `1 of 10,000 products` */
export function countOf(some: number, all: number): string {
  return `${some.toLocaleString('en')} of ${all.toLocaleString('en')} products`;
}

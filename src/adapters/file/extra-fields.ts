import { countOf } from '../../domain/invalid-product-error.ts';
import { quote } from '../../domain/quote.ts';

const FIELDS: readonly string[] = ['id', 'name', 'price'];
const MAX_NAMES = 10;

/**
 * Names the fields that products have beyond `id`, `name` and `price`.
 * @param values parsed products, of which each has these three
 * @returns such as `image, stock (in 10,000 of 10,000 products)`; `undefined` if there are none
 */
export function describeExtraFields(values: readonly unknown[]): string | undefined {
  const names = new Set<string>();
  let count = 0;
  for (const value of values) {
    const fields = Object.keys(value as object);
    if (fields.length === FIELDS.length) continue;
    count += 1;
    for (const field of fields) if (!FIELDS.includes(field)) names.add(field);
  }
  if (count === 0) return undefined;
  const shown = [...names].slice(0, MAX_NAMES).map((name) => {
    return /^[\w$-]{1,40}$/.test(name) ? name : quote(name);
  });
  const others = names.size > MAX_NAMES ? ' and others' : '';
  return `${shown.join(', ')}${others} (in ${countOf(count, values.length)})`;
}

import { describeFault, type ProductFault } from '../../domain/product.ts';
import type { SourceFault } from './scan-source.ts';

/**
 * Says what is wrong with an array's elements, in their order.
 * @param inValue for each that is no product, by its index, why
 * @param inSource what was altered when they were parsed
 * @returns for each wrong element all that is wrong with it, such as
 *   `[4].price: expected a finite number, got "12"`
 */
export function describeWrong(
  inValue: ReadonlyMap<number, readonly ProductFault[]>,
  inSource: readonly SourceFault[],
): string[][] {
  const altered = new Map<number, SourceFault[]>();
  for (const fault of inSource) {
    const others = altered.get(fault.index);
    if (others === undefined) altered.set(fault.index, [fault]);
    else others.push(fault);
  }
  const wrong = [...new Set([...inValue.keys(), ...altered.keys()])].sort((a, b) => a - b);
  return wrong.map((index) => {
    const reasons = reasonsFor(inValue.get(index) ?? [], altered.get(index) ?? []);
    return reasons.map((reason) => `[${index}]${reason}`);
  });
}

function reasonsFor(faults: readonly ProductFault[], inSource: readonly SourceFault[]): string[] {
  const atFault = new Set(faults.map(({ field }) => field));
  const reasons = faults.map((fault) => {
    const source = inSource.find(({ field, number }) => field === fault.field && number);
    const words = source
      ? `expected ${fault.expected}, got ${source.number}`
      : describeFault(fault);
    return `${place(fault.field)}: ${words}`;
  });
  for (const { field, number } of inSource) {
    if (number === undefined) {
      reasons.push(`${place(field)}: expected one field of this name, got several`);
    } else if (!atFault.has(field)) {
      reasons.push(`${place(field)}: expected a number that a double can keep, got ${number}`);
    }
  }
  return reasons;
}

/** A field as JavaScript would write its access. */
function place(field: string | undefined): string {
  if (field === undefined) return '';
  return /^[A-Za-z_$][\w$]*$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`;
}

import { describeFault, findFaults } from '../../domain/product.ts';
import { findSourceFaults, type SourceFault } from './source-fault.ts';

/**
 * Holds each element of a parsed array, and the text that it was parsed from, against what a
 * product is.
 * @returns for each wrong element all that is wrong with it, such as
 *   `[4].price: expected a finite number, got "12"`
 */
export function findWrongProducts(elements: readonly unknown[], text: string): string[][] {
  const sourceFaults = findSourceFaults(text);
  const wrong: string[][] = [];
  let next = 0;
  for (const [index, element] of elements.entries()) {
    const inSource: SourceFault[] = [];
    for (let fault = sourceFaults[next]; fault?.index === index; fault = sourceFaults[next]) {
      inSource.push(fault);
      next += 1;
    }
    const reasons = faultsOf(element, inSource);
    if (reasons.length > 0) wrong.push(reasons.map((reason) => `[${index}]${reason}`));
  }
  return wrong;
}

function faultsOf(element: unknown, inSource: readonly SourceFault[]): string[] {
  const faults = findFaults(element);
  // As nearly all of a million: nothing more is made for these.
  if (faults.length === 0 && inSource.length === 0) return [];
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

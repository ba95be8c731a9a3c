import { describeFault } from '../../domain/product.ts';
import { findSyntaxFault } from './syntax-fault.ts';

/** Says why a text is no array in JSON, and where it is not even JSON. */
export function describeNoArray(text: string): string {
  if (/^[ \t\n\r]*$/.test(text)) return 'expected an array of products, got an empty file';
  try {
    return describeOther(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return describeSyntaxFault(text);
  }
}

function describeOther(value: unknown): string {
  const fault = { field: undefined, expected: 'an array of products', received: value };
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const arrays = fields.filter(([, field]) => Array.isArray(field));
  const [key] = arrays.length === 1 ? (arrays[0] ?? []) : [];
  const hint = key === undefined ? '' : `; take out the one under its key ${JSON.stringify(key)}`;
  return describeFault(fault) + hint;
}

function describeSyntaxFault(text: string): string {
  const { offset, expected } = findSyntaxFault(text);
  const before = text.slice(0, offset).split('\n');
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  const found = text.codePointAt(offset);
  const received =
    found === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(found));
  return `line ${line}, column ${column}: not JSON: expected ${expected}, got ${received}`;
}

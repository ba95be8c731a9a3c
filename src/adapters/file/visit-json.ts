import { type JSONVisitor, visit } from 'jsonc-parser';

/** Visits a text, but only as far as it is not nested very deeply: jsonc-parser is recursive, and overflows the stack. */
export function visitJson(text: string, visitor: JSONVisitor): void {
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

import { type JSONVisitor, visit } from 'jsonc-parser';
import { CatalogFileError } from './catalog-file-error.ts';

/** @throws {CatalogFileError} for very deep nesting: jsonc-parser is recursive, and overflows the stack */
export function visitJson(name: string, text: string, visitor: JSONVisitor): void {
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    throw error instanceof RangeError ? new CatalogFileError(`${name}: nested too deeply`) : error;
  }
}

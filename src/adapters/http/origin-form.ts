/** The scheme and authority of an absolute-form target (RFC 9112, 3.2.2; RFC 9110, 4.2). */
const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]+/i;

/**
 * The request target in origin-form: without scheme and authority if it is in absolute-form, otherwise
 * unchanged. Nothing is decoded, resolved or normalised.
 */
export function originForm(target: string): string {
  return target.replace(SCHEME_AND_AUTHORITY, '');
}

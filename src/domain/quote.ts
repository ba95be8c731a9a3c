const LONGEST = 40;

/** Words for any value in a message: `"12"`, `an array`, `nothing`. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  if (value.length <= LONGEST) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, LONGEST))}… (${value.length} characters)`;
}

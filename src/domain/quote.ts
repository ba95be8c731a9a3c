/** The first 40 characters; half a surrogate pair is none. */
const START = /^.{0,40}/su;

/** Words for any value in a message: `"12"`, `an array`, `nothing`. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Promise) return 'a Promise';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const [start = ''] = START.exec(value) ?? [];
  if (start === value) return JSON.stringify(value);
  return `${JSON.stringify(start)}… (${group(value.length)} characters)`;
}

/** A count for a message: `1,234,567`. For the same, `toLocaleString` loads 8 MB of the engine's data. */
export function group(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The first 40 characters, without cutting a surrogate pair in half. */
const START = /^.{0,40}/su;

/** Words for any value in a message: `"12"`, `an array`, `nothing`. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Promise) return 'a Promise';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const [start = ''] = START.exec(value) ?? [];
  if (start === value) return JSON.stringify(value);
  return `${JSON.stringify(start)}… (${withCommas(value.length)} characters)`;
}

/** A count for a message: `1,234,567`. `toLocaleString` would load 8 MB of the engine's data. */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

import { styleText } from 'node:util';
import type { Answer } from './server/answer.ts';

/** Characters of a request target that are shown: no page of this service has a longer one. */
const LONGEST_TARGET = 200;

/**
 * An answer as a line for the operator, such as `14:03:07 GET /api/products/2 200 1.2 ms`. A dash
 * stands for what is not known. Method and target are visible ASCII characters, as Node's parser
 * refuses any other: they cannot forge a line.
 */
export function logLine(answer: Answer, now: Date, hasColors: boolean): string {
  const { method = '-', target = '-', status, milliseconds, isCutOff } = answer;
  const shown = target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET)}…` : target;
  const color = status === undefined || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const code = String(status ?? '-');
  const parts = [
    localTime(now),
    method,
    shown,
    hasColors ? styleText(color, code, { validateStream: false }) : code,
  ];
  if (milliseconds !== undefined) parts.push(`${milliseconds.toFixed(1)} ms`);
  return parts.join(' ') + (isCutOff ? ', client left' : '');
}

/** The time of day on this machine, such as `14:03:07`. */
export function localTime(now: Date): string {
  return now.toTimeString().slice(0, 8);
}

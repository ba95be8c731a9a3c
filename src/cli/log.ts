import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { AccessLogEntry } from '../http-server/graceful-server.ts';
import { printable } from './printable.ts';

/**
 * Formats a response for the log, such as `2026-11-23T14:03:07+01:00 GET /api/products/2 200 1.2 ms`, with a dash
 * for what is not known. Node's parser accepts only visible ASCII characters in method and target, so a client
 * cannot forge a line or send escape sequences to a terminal.
 */
export function logLine(entry: AccessLogEntry, now: Date, hasColors: boolean): string {
  const { method = '-', target = '-', status, milliseconds, isAborted } = entry;
  const color = status === undefined || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const text = String(status ?? '-');
  const code = hasColors ? styleText(color, text, { validateStream: false }) : text;
  const time = milliseconds === undefined ? '' : ` ${milliseconds.toFixed(1)} ms`;
  const end = isAborted ? ', aborted' : '';
  return `${localTime(now)} ${method} ${printable(shortTarget(target))} ${code}${time}${end}`;
}

/** A request target for a line of text: its first 200 characters. */
function shortTarget(target: string): string {
  return target.length > 200 ? `${target.slice(0, 200)}…` : target;
}

/** The time on this machine in the format of RFC 3339, such as `2026-11-23T14:03:07+01:00`. */
export function localTime(now: Date): string {
  const ahead = -now.getTimezoneOffset() * 60_000;
  const local = new Date(now.getTime() + ahead).toISOString().slice(0, 19);
  const offset = new Date(Math.abs(ahead)).toISOString().slice(11, 16);
  return `${local}${ahead < 0 ? '-' : '+'}${offset}`;
}

/** How many bytes of lines may wait to be read: some 15,000 lines of the log. */
const MAX_WAITING = 1024 * 1024;

/** Prints lines. Those that nobody reads would fill the memory, so it drops them, and later says how many. */
export function createLogWriter(stream: Writable): (line: string) => void {
  let dropped = 0;
  stream.on('drain', () => {
    const lines = dropped === 1 ? 'line' : 'lines';
    if (dropped > 0) stream.write(`${dropped} ${lines} dropped, as nobody was reading\n`);
    dropped = 0;
  });
  return (line) => {
    if (dropped > 0 || stream.writableLength > MAX_WAITING) dropped += 1;
    else stream.write(`${line}\n`);
  };
}

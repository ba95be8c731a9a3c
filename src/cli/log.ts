import type { Writable } from 'node:stream';
import type { AccessLogEntry } from '../graceful-server/access-log.ts';

/** Lines are dropped while more bytes than this wait in the stream: 1 MiB. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** A line as the service prints it while it serves: with the time, in UTC. */
export function withTime(line: string): string {
  return `${new Date().toISOString()} ${line}`;
}

/** @returns a function that prints a line for each response, as long as somebody reads them */
export function createLog(stream: Writable): (entry: AccessLogEntry) => void {
  return (entry) => {
    if (stream.writableLength > MAX_WAITING_BYTES) return;
    stream.write(`${withTime(formatEntry(entry))}\n`);
  };
}

/**
 * Formats an entry as a line, such as `GET /api/products/2 200 1.2 ms`. A method, target or status
 * that is not known is shown as a dash, and a time that is not known is left out.
 */
export function formatEntry(entry: AccessLogEntry): string {
  const { method = '-', target = '-', status = '-', milliseconds, isAborted } = entry;
  const time = milliseconds === undefined ? '' : ` ${milliseconds.toFixed(1)} ms`;
  return `${method} ${target} ${status}${time}${isAborted ? ', aborted' : ''}`;
}

import type { Writable } from 'node:stream';
import { pluralize } from '../domain/wording.ts';

/** How many bytes of lines may wait to be read: some 15,000 lines of the log. */
const MAX_WAITING = 1024 * 1024;

/** Prints lines. Those that nobody reads would fill the memory, so it drops them, and later says how many. */
export function createLogWriter(stream: Writable): (line: string) => void {
  let dropped = 0;
  stream.on('drain', () => {
    if (dropped > 0) stream.write(`${pluralize(dropped, 'line')} dropped, as nobody was reading\n`);
    dropped = 0;
  });
  return (line) => {
    if (dropped > 0 || stream.writableLength > MAX_WAITING) dropped += 1;
    else stream.write(`${line}\n`);
  };
}

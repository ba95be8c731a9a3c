import type { Writable } from 'node:stream';
import { withCommas } from '../domain/show.ts';

/** How many bytes of lines may wait to be read: some 15,000 lines of the log. */
const MAX_WAITING = 1024 * 1024;

/**
 * Returns a function that prints a line. If nobody reads the stream, such as a pipe, the lines that wait
 * take memory, so it drops lines while there are too many, and says afterwards how many it dropped.
 */
export function createLogWriter(stream: Writable): (line: string) => void {
  let dropped = 0;
  stream.on('drain', () => {
    if (dropped > 0) stream.write(`${withCommas(dropped)} lines dropped, as nobody read them\n`);
    dropped = 0;
  });
  return (line) => {
    if (dropped > 0 || stream.writableLength > MAX_WAITING) dropped += 1;
    else stream.write(`${line}\n`);
  };
}

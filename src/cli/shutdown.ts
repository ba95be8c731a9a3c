import { pluralize } from '../domain/wording.ts';
import { exitsSilently } from './npm.ts';

/**
 * For how many milliseconds after the first signal further ones are ignored: on Ctrl-C, the terminal signals all its
 * foreground processes, and npm or `node --watch` then signals its child once more.
 */
const REPEAT_WINDOW = 500;

/** How often to check that npm still runs, in milliseconds. */
const PARENT_INTERVAL = 200;

/**
 * Shuts down and ends the process on SIGINT or SIGTERM, after an uncaught exception, or when npm has exited. A signal
 * during the shutdown ends the process at once, unless it only repeats the first one.
 *
 * The exit status is 0 after a clean shutdown, and 1 after an exception, after a second signal, or if a
 * client was cut off.
 * @param stop what to do first; resolves to a line for each client that was cut off
 */
export function shutDownOnSignals(stop: () => Promise<readonly string[]>): void {
  /** Until when a signal only repeats the first, by `performance.now()`: `Infinity` before the first. */
  let repeatsUntil = Number.POSITIVE_INFINITY;
  const isEnding = () => repeatsUntil !== Number.POSITIVE_INFINITY;

  async function end(repeatWindow: number): Promise<void> {
    if (isEnding()) return;
    repeatsUntil = performance.now() + repeatWindow;
    const cutOff = await stop();
    if (cutOff.length > 0) process.exitCode = 1;
    for (const line of cutOff.slice(0, 10)) print(`cut off at the deadline: ${line}`);
    const rest = cutOff.length - 10;
    if (rest > 0) print(`cut off at the deadline: ${pluralize(rest, 'other client')}`);
    process.exit();
  }

  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, (signal) => {
      if (performance.now() >= repeatsUntil) {
        print(`${signal} during the shutdown, exiting`);
        process.exit(1);
      }
      end(REPEAT_WINDOW);
    });
  }

  process.on('uncaughtException', (error) => {
    console.error(error);
    process.exitCode = 1;
    end(0);
  });

  if (!exitsSilently(process.env)) return;
  // There is no event for the end of a parent, but the process then has another one.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent || isEnding()) return;
    print('npm has exited, so the service stops too');
    end(REPEAT_WINDOW);
  }, PARENT_INTERVAL).unref();
}

function print(line: string): void {
  console.error(`product-catalogue: ${line}`);
}

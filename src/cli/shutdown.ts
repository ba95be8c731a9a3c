import { defaultLimits } from '../http-server/limits.ts';
import { exitsSilently } from './npm.ts';
import { printable } from './printable.ts';

/**
 * For how many milliseconds after a shutdown has begun signals are ignored: on Ctrl+C, the terminal signals all its
 * foreground processes, and npm or `node --watch` then signals its child once more.
 */
const REPEAT_WINDOW = 500;

/** How often to check that npm still runs, in milliseconds. */
const PARENT_INTERVAL = 200;

/** After how many milliseconds a terminal is told why the process goes on. Only slow clients take that long. */
const PATIENCE = 2_000;

/**
 * Shuts down and ends the process on SIGINT or SIGTERM, after an uncaught exception, or when npm has exited. A signal
 * during the shutdown ends the process at once, unless it only repeats the first one.
 *
 * The exit status is 0 after a clean shutdown, and 1 after an exception, after a second signal, or if a
 * client was disconnected before it had its response.
 * @param stop what to do first; resolves to the number of these clients
 * @param process the one to end
 */
export function shutDownOnSignals(stop: () => Promise<number>, process = globalThis.process): void {
  /** When the shutdown began, by `performance.now()`. */
  let endingSince: number | undefined;

  async function end(): Promise<void> {
    if (endingSince !== undefined) return;
    endingSince = performance.now();
    if (process.stderr.isTTY) setTimeout(explainWaiting, PATIENCE);
    const disconnected = await stop();
    if (disconnected > 0) {
      print(`clients disconnected before they had their response: ${disconnected}`);
      process.exitCode = 1;
    }
    process.exit();
  }

  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (endingSince === undefined) end();
      else if (performance.now() - endingSince >= REPEAT_WINDOW) {
        print(`${name} during the shutdown, exiting`);
        process.exit(1);
      }
    });
  }

  process.on('uncaughtException', (error) => {
    console.error(error);
    process.exitCode = 1;
    end();
  });

  if (!exitsSilently(process.env)) return;
  // There is no event for the end of a parent, but the process then has another one.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent || endingSince !== undefined) return;
    print('npm has exited, so the service stops too');
    end();
  }, PARENT_INTERVAL);
}

function explainWaiting(): void {
  const seconds = defaultLimits.stopTimeout / 1000;
  print(`waiting up to ${seconds} s for open connections; Ctrl+C again stops at once`);
}

function print(line: string): void {
  console.error(printable(`product-catalogue: ${line}`));
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A signal within this time repeats the first one: on Ctrl+C, the terminal signals all its foreground processes, and npm
 * or `node --watch` then signals its child again.
 */
const REPEAT_WINDOW_MS = 500;

/** A stop usually takes about a second. After this time, a terminal is told what the process waits for. */
const EXPLANATION_MS = 2_000;

/** How often to check that npm still runs. */
const PARENT_POLL_MS = 200;

/**
 * Stops the server and ends the process on the first SIGINT or SIGTERM, or when npm has ended. A second signal ends the
 * process at once, unless it comes within 500 ms: then it repeats the first.
 *
 * The exit status is 1 if a client was disconnected before it had its response, or after a second signal; otherwise 0.
 * @param stop stops the server, and resolves to the number of clients that were disconnected before they had their
 * response
 */
export function shutDownOnSignals(stop: () => Promise<number>): void {
  for (const signal of SIGNALS) process.on(signal, shutDown);
  const parentPoll = isRunByNpm(process.env) ? pollParent() : undefined;

  async function shutDown(): Promise<void> {
    clearInterval(parentPoll);
    swapListener(shutDown, ignore);
    setTimeout(() => swapListener(ignore, exitAtOnce), REPEAT_WINDOW_MS);
    if (process.stderr.isTTY) setTimeout(explainWaiting, EXPLANATION_MS);

    const disconnected = await stop();
    if (disconnected > 0) {
      print(`clients disconnected before they had their response: ${disconnected}`);
    }
    process.exit(disconnected > 0 ? 1 : 0);
  }

  function ignore(): void {}

  function exitAtOnce(signal: NodeJS.Signals): void {
    print(`${signal} during the shutdown, exiting`);
    process.exit(1);
  }

  function swapListener(old: NodeJS.SignalsListener, next: NodeJS.SignalsListener): void {
    // The new one first: a signal without a listener would end the process.
    for (const signal of SIGNALS) process.on(signal, next).off(signal, old);
  }

  function pollParent(): NodeJS.Timeout {
    const parent = process.ppid;
    return setInterval(() => {
      // There is no event for the end of a parent, but the process then has another parent.
      if (process.ppid === parent) return;
      print('npm has exited, so the service stops too');
      shutDown();
    }, PARENT_POLL_MS);
  }
}

/**
 * Whether `npm start` or npx runs this process. They start it through a shell, and pass a signal on only to that shell.
 * Without the poll, the service would go on and keep its port. Other scripts may start it in the background on purpose.
 */
function isRunByNpm(env: NodeJS.ProcessEnv): boolean {
  return env.npm_lifecycle_event === 'start' || env.npm_lifecycle_event === 'npx';
}

function explainWaiting(): void {
  print('waiting for slow clients; Ctrl+C again exits at once');
}

function print(line: string): void {
  console.error(`product-catalogue: ${line}`);
}

import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CatalogFile, type FileState, type OnWarning } from './catalog-file.ts';
import { CatalogFileError } from './catalog-file-error.ts';

export interface WatchOptions {
  /** Ends the iteration, so that the process can exit. */
  readonly signal?: AbortSignal;
  /** As for `loadProducts`. */
  readonly onWarning?: OnWarning;
}

/**
 * Watches a catalogue file: gives its present state, and then the state after each change, valid or not. It looks at
 * the file by name, twice a second, and so notices every change but one of equal length on a file system with
 * two-second times (FAT).
 * @param path of the file, or its `file:` URL
 * @throws {TypeError} as `loadProducts`
 */
export function watchProducts(
  path: string | URL,
  { signal, onWarning }: WatchOptions = {},
): AsyncIterableIterator<FileState> {
  return watch(new CatalogFile(path, onWarning), signal);
}

/** The same, for a file that messages need, too. @param interval milliseconds between two looks */
export function watch(
  file: CatalogFile,
  signal?: AbortSignal,
  interval = 500,
): AsyncIterableIterator<FileState> {
  const returned = new AbortController();
  const ending = AbortSignal.any(signal ? [signal, returned.signal] : [returned.signal]);
  const states = statesOf(file, ending, interval);
  return {
    next: () => states.next(),
    return() {
      // A generator that waits for the next change would end only then.
      returned.abort();
      return states.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

// `fs.watchFile` looks in the same way, but misses a change before its first look, and reports the next
// change while the last one is still being loaded.
async function* statesOf(
  file: CatalogFile,
  signal: AbortSignal,
  interval: number,
): AsyncGenerator<FileState, undefined> {
  let seen = await versionOf(file);
  let state = await load(file, seen);
  /** The version that was told of last. */
  let reported = state && seen;
  // It is just changing: what there is counts until the next look.
  state ??= file.parse(await file.read());
  yield state;
  for (;;) {
    // It rejects only if the signal ends it.
    await wait(interval, undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
    const previous = seen;
    seen = await versionOf(file);
    // A version that only one look has seen may still be being written.
    const isSettled = seen === previous;
    const isReported = seen === reported;
    if (!isSettled || (isReported && !isUnreadable(state))) continue;
    const next = await load(file, seen);
    if (next === undefined || signal.aborted || (isReported && isUnreadable(next))) continue;
    reported = seen;
    state = next;
    yield state;
  }
}

/** Whether the system could not read the file, which may pass without a change of it. */
function isUnreadable(state: FileState): boolean {
  return state instanceof CatalogFileError && state.cause !== undefined;
}

/** Loads a version. @returns `undefined` if the file has changed meanwhile: what was read may be half old, half new */
async function load(file: CatalogFile, version: string): Promise<FileState | undefined> {
  const content = await file.read();
  return (await versionOf(file)) === version ? file.parse(content) : undefined;
}

/** A text that changes when the file does. A missing file has a version too. */
function versionOf({ path }: CatalogFile): Promise<string> {
  return stat(path).then(
    ({ dev, ino, size, mtimeMs, ctimeMs }) => [dev, ino, size, mtimeMs, ctimeMs].join(),
    ({ code }: NodeJS.ErrnoException) => String(code),
  );
}

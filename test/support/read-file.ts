import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Runs a function, and has `readFile` of `node:fs/promises` behave differently meanwhile, also for
 * the modules that have imported it.
 * @param behaviour is given the path and the real `readFile`
 */
export async function withReadFile<T>(
  behaviour: (path: string, readFile: (path: string) => Promise<Buffer>) => Promise<Buffer>,
  run: () => Promise<T>,
): Promise<T> {
  const { readFile } = fs;
  Object.assign(fs, { readFile: (path: string) => behaviour(path, readFile) });
  syncBuiltinESMExports();
  try {
    return await run();
  } finally {
    Object.assign(fs, { readFile });
    syncBuiltinESMExports();
  }
}

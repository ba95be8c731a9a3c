import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';

/** A temporary folder that exists until this process exits. */
export class TemporaryFolder {
  readonly #path = mkdtempSync(join(tmpdir(), 'product-catalogue-'));

  constructor() {
    atExit(() => rmSync(this.#path, { recursive: true }));
  }

  /** @returns the path of a file, which need not exist */
  path(name: string): string {
    return join(this.#path, name);
  }

  /** Writes a file in one step: no reader sees a part of it. @returns its path */
  write(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
    return path;
  }
}

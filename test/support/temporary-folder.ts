import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a suite's own, there from its first test to its last. */
export class TemporaryFolder {
  #path = '';

  /** To be called where hooks can be registered: within `describe`. */
  constructor() {
    before(() => {
      this.#path = mkdtempSync(join(tmpdir(), 'product-catalogue-'));
    });
    after(() => rmSync(this.#path, { recursive: true }));
  }

  /** @returns the path of the file, or of what is not there yet */
  path(name: string): string {
    return join(this.#path, name);
  }

  /** @returns the path of the file, which then holds `content` */
  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.path(name), content);
    return this.path(name);
  }
}

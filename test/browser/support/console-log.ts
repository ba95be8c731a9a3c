import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright-core';

/**
 * Collects the errors and warnings in the console of a page, and its uncaught exceptions.
 *
 * Chromium logs an error for every failed request and every 404, even if the page handles it. A test
 * that causes such a line takes it; a line that no test takes fails the test.
 */
export class ConsoleLog {
  readonly #lines: string[] = [];
  readonly #events = new EventEmitter();

  constructor(page: Page) {
    page.on('pageerror', (error) => this.#add(String(error)));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.#add(`${message.location().url}: ${message.text()}`);
    });
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#events.emit('line');
  }

  /** Waits for a line that includes `text` and removes it. */
  async take(text: string): Promise<void> {
    for (;;) {
      const index = this.#lines.findIndex((line) => line.includes(text));
      if (index >= 0) {
        this.#lines.splice(index, 1);
        return;
      }
      await once(this.#events, 'line');
    }
  }

  /** The lines that were not taken. */
  rest(): readonly string[] {
    return this.#lines;
  }
}

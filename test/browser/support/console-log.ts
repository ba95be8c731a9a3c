import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright-core';

/**
 * The errors and warnings in a page's console, and the exceptions that nothing in the page caught.
 *
 * Not all of them are the page's fault. Chromium itself writes an error line for every request that
 * fails and every 404, also for one that the page is ready for, and no page can prevent it. So a
 * test that makes a request fail takes the line that it expects of it, and whatever no test took is
 * an error.
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

  /** Waits for a line of which `text` is a part, and takes it out. */
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

  /** What nobody took. */
  rest(): readonly string[] {
    return this.#lines;
  }
}

import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

/** A page in a new browser context, and its console. */
export interface OpenPage {
  readonly page: Page;
  readonly log: ConsoleLog;
}

let browser: Browser;
const opened: OpenPage[] = [];

/** Shares one browser between all tests. After each test, closes its pages and checks their consoles. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    browser = await launchChromium();
  },

  async afterEach(): Promise<void> {
    const pages = opened.splice(0);
    await Promise.all(pages.map(({ page }) => page.close()));
    expect(pages.flatMap(({ log }) => log.lines)).to.deep.equal([]);
  },

  async afterAll(): Promise<void> {
    // Undefined if Chromium did not start.
    await browser?.close();
  },
};

export async function openPage(url: string): Promise<OpenPage> {
  // Chromium does not know who signed the certificate of the tests.
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const log = new ConsoleLog(page);
  opened.push({ page, log });
  await page.goto(url);
  return { page, log };
}

/**
 * Collects the errors and warnings in the console of a page, and its uncaught exceptions.
 *
 * Chromium logs an error for every failed request and every 404, even if the page handles it. A test
 * that causes such a line takes it; a line that no test takes fails the test.
 */
class ConsoleLog {
  readonly lines: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on('pageerror', (error) => this.lines.push(String(error)));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const { url } = message.location();
      // Chromium asks for an icon by itself, unless the page names one.
      if (!url.endsWith('/favicon.ico')) this.lines.push(`${url}: ${message.text()}`);
    });
  }

  /** Waits for a line that includes `text` and removes it. */
  async take(text: string): Promise<void> {
    const find = () => this.lines.findIndex((line) => line.includes(text));
    while (find() < 0) await this.#page.waitForEvent('console');
    this.lines.splice(find(), 1);
  }
}

import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { ConsoleLog } from './console-log.ts';

/** A page in a browser context of its own, and what its console says. */
export interface OpenPage {
  readonly page: Page;
  readonly log: ConsoleLog;
}

let browser: Browser;
const opened: { context: BrowserContext; log: ConsoleLog }[] = [];

/** One browser for all tests; after each test its pages are closed, and their consoles were silent. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    browser = await launchChromium();
  },

  async afterEach(): Promise<void> {
    const pages = opened.splice(0);
    await Promise.all(pages.map(({ context }) => context.close()));
    expect(pages.flatMap(({ log }) => log.rest())).to.deep.equal([]);
  },

  async afterAll(): Promise<void> {
    // There is none where it could not be started.
    await browser?.close();
  },
};

export interface PageOptions extends BrowserContextOptions {
  /** Whether the page's clock is one that the test may put forward. */
  readonly clock?: boolean;
}

export async function openPage(
  url: string,
  { clock = false, ...options }: PageOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext(options);
  if (clock) await context.clock.install();
  const page = await context.newPage();
  const log = new ConsoleLog(page);
  opened.push({ context, log });
  await page.goto(url);
  return { page, log };
}

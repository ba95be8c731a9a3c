import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { ConsoleLog } from './console-log.ts';

/** A page in a new browser context, and its console. */
export interface OpenPage {
  readonly page: Page;
  readonly log: ConsoleLog;
}

let browser: Browser;
const opened: { context: BrowserContext; log: ConsoleLog }[] = [];

/** Shares one browser between all tests. After each test, closes its pages and checks their consoles. */
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
    // Undefined if Chromium did not start.
    await browser?.close();
  },
};

export async function openPage(
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const log = new ConsoleLog(page);
  opened.push({ context, log });
  await page.goto(url);
  return { page, log };
}

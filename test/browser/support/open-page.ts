import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, launchFirefox } from './browsers.ts';

export const BROWSERS = ['Chromium', 'Firefox'] as const;
export type BrowserName = (typeof BROWSERS)[number];

const browsers = new Map<BrowserName, Browser>();
/** The errors and warnings in the console of each open page, and its uncaught exceptions. */
const consoles = new Map<Page, string[]>();

/** Shares the browsers between all tests. After each test, closes its pages and checks their consoles. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    browsers.set('Chromium', await launchChromium());
    browsers.set('Firefox', await launchFirefox());
  },

  async afterEach(): Promise<void> {
    await Promise.all(Array.from(consoles.keys(), (page) => page.close()));
    const lines = [...consoles.values()].flat();
    consoles.clear();
    // By themselves, browsers say that there is no icon, and that a request failed, even if the page handles it.
    const unexpected = lines.filter((line) => !/\/favicon\.ico:|\/api\/products/.test(line));
    expect(unexpected).to.deep.equal([]);
  },

  async afterAll(): Promise<void> {
    await Promise.all(Array.from(browsers.values(), (browser) => browser.close()));
  },
};

/** Opens a page in a new browser context. */
export async function openPage(url: string, name: BrowserName = 'Chromium'): Promise<Page> {
  const browser = browsers.get(name) ?? expect.fail(`${name} does not run`);
  // The browsers do not know who signed the certificate of the tests.
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const lines: string[] = [];
  consoles.set(page, lines);
  page.on('pageerror', (error) => lines.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    lines.push(`${message.location().url}: ${message.text()}`);
  });
  await page.goto(url);
  return page;
}

/** Waits until the console of `page` has a line that matches `pattern`. */
export async function logged(page: Page, pattern: RegExp): Promise<void> {
  while (!consoles.get(page)?.some((line) => pattern.test(line))) {
    await Promise.race([page.waitForEvent('console'), page.waitForEvent('pageerror')]);
  }
}

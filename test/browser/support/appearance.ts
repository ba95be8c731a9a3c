import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible } from './accessibility.ts';

const SCREENSHOTS = new URL('../screenshots/', import.meta.url);

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
/** In CSS pixels. A narrower page may scroll sideways (WCAG 2.2, 1.4.10). */
const MIN_WIDTH = 320;

/**
 * Checks the current state of `page` at the width of a phone and of a desktop, light and dark: it
 * does not scroll sideways, and axe-core finds nothing. Saves a screenshot of each, named after
 * `state`.
 * @param audit replaces the axe-core run where that would take too long
 */
export async function checkAppearance(
  page: Page,
  state: string,
  audit: (page: Page) => Promise<void> = expectAccessible,
): Promise<void> {
  await page.setViewportSize({ width: MIN_WIDTH, height: 800 });
  await expectNoOverflow(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await audit(page);
      const path = fileURLToPath(new URL(`${state}-${size.width}-${colorScheme}.png`, SCREENSHOTS));
      await page.screenshot({ path });
    }
  }
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).to.equal(0);
}

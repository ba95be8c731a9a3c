import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible } from './accessibility.ts';

const SCREENSHOTS = new URL('../screenshots/', import.meta.url);

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
/** Below this width, in CSS pixels, a page may scroll sideways (WCAG 2.2, 1.4.10). */
const NARROWEST = 320;

/**
 * Looks at what `page` shows now as readers have it, on a phone and on a desk, in light and in
 * dark: nothing sticks out, axe-core finds nothing, and a screenshot named after `state` is kept.
 * @param audit what to hold each look against; replaced where axe-core would look at too much
 */
export async function expectGoodLooks(
  page: Page,
  state: string,
  audit: (page: Page) => Promise<void> = expectAccessible,
): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 800 });
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

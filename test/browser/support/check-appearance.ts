import axe, { type AxeResults } from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

/** In CSS pixels. A narrower page may scroll sideways (WCAG 2.2, 1.4.10). */
const MIN_WIDTH = 320;

/**
 * Checks the current state of `page` on a narrow phone: it does not scroll sideways, it is dark for a reader
 * who prefers that, and axe-core finds nothing. A rule that axe-core cannot decide fails too.
 */
export async function checkAppearance(page: Page): Promise<void> {
  await page.setViewportSize({ width: MIN_WIDTH, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(MIN_WIDTH);
  // For axe-core, a page without a background is white, in dark too.
  await page.addStyleTag({ content: 'html { background: canvas }' });
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).background);
    expect(/rgb\(255, 255, 255\)/.test(canvas), canvas).to.equal(colorScheme === 'light');
    // Preloading fetches style sheets by XMLHttpRequest, which fails in a page opened from disk.
    const { violations, incomplete } = await page.evaluate<AxeResults>(
      'axe.run({ preload: false })',
    );
    const findings = [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
    expect(findings, colorScheme).to.deep.equal([]);
  }
}

import axe from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

/** Checks the current state of `page` against every rule of axe-core; an undecided rule fails too. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async () => {
    const injected = globalThis as unknown as { axe: typeof axe };
    // Preloading fetches style sheets by XMLHttpRequest, which fails in a page opened from disk.
    const { violations, incomplete } = await injected.axe.run({ preload: false });
    return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  });
  expect(findings).to.deep.equal([]);
}

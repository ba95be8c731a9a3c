import axe from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

/** Holds what `page` shows now against every rule of axe-core, and leaves none of them undecided. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async () => {
    const injected = globalThis as unknown as { axe: typeof axe };
    // It would preload style sheets by XMLHttpRequest, which a page from disk may not.
    const { violations, incomplete } = await injected.axe.run({ preload: false });
    return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  });
  expect(findings).to.deep.equal([]);
}

import type { Locator } from 'playwright-core';

/** One rectangle per line of the text in `locator`, in CSS pixels. */
export function textLines(locator: Locator): Promise<{ right: number }[]> {
  return locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Array.from(range.getClientRects(), ({ right }) => ({ right }));
  });
}

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { heading, openDemo } from './support/demo.ts';
import { serve } from './support/http-server.ts';

describe('the demo page, by keyboard and screen reader', () => {
  let service: CatalogService;

  before(async () => {
    service = await startService();
  });

  after(() => service?.stop());

  it('goes by the keyboard to a product and back, and keeps the place in the list', async () => {
    const { page } = await openDemo(service.origin);
    await heading(page, 'All products');
    await page.getByRole('link', { name: 'Pour-over' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'Burr coffee grinder');
    expect(await focused(page)).to.equal('Burr coffee grinder');
    await page.goBack();
    await heading(page, 'All products');
    expect(await focused(page)).to.equal('Product 2 Burr coffee grinder price 84.5');
  });

  it('finds a product by the id that is typed, the same one twice too', async () => {
    const { page } = await openDemo(service.origin);
    await heading(page, 'All products');
    const field = page.getByRole('textbox', { name: 'Find a product by its id' });
    for (const text of ['3', ' 3 ']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
      await heading(page, 'Paper filters, pack of 100');
      await page.waitForFunction(() => document.activeElement?.id === 'title');
      expect(await field.inputValue()).to.equal('3');
    }
    expect(page.url()).to.match(/#3$/);
    await page.getByRole('link', { name: 'All products' }).click();
    await heading(page, 'All products');
  });

  it('leaves the focus alone when it opens', async () => {
    const { page } = await openDemo(service.origin, { hash: '#1' });
    await heading(page, 'Pour-over coffee kettle');
    expect(await page.evaluate(() => document.activeElement?.tagName)).to.equal('BODY');
  });

  it('shows where the focus is, at every stop of the Tab key', async () => {
    const { page } = await openDemo(service.origin, { hash: '#1' });
    await heading(page, 'Pour-over coffee kettle');
    const stops: unknown[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return [element.tagName, outlineStyle, outlineWidth];
      });
      if (stop === undefined) break;
      stops.push(stop);
    }
    expect(stops).to.deep.equal(['INPUT', 'BUTTON', 'A', 'A'].map((tag) => [tag, 'solid', '3px']));
  });

  it('has the landmarks by which a screen reader goes about, and one live region', async () => {
    const { page } = await openDemo(service.origin);
    await heading(page, 'All products');
    for (const role of ['banner', 'search', 'main', 'contentinfo', 'status'] as const) {
      expect(await page.getByRole(role).count(), role).to.equal(1);
    }
  });

  it('moves nothing for who asked for less motion', async () => {
    const silent = await serve(() => {});
    const still = await openDemo(silent.origin, { reducedMotion: 'reduce' });
    const moving = await openDemo(silent.origin, { reducedMotion: 'no-preference' });
    const count = () => document.getAnimations().length;
    expect(await still.page.evaluate(count)).to.equal(0);
    expect(await moving.page.evaluate(count)).to.equal(3);
    await silent.stop();
    await still.log.take('net::ERR_EMPTY_RESPONSE');
    await moving.log.take('net::ERR_EMPTY_RESPONSE');
  });
});

/** The text of what has the focus. */
async function focused(page: Page): Promise<string | undefined> {
  const text = await page.evaluate(() => document.activeElement?.textContent);
  return text?.replaceAll(/\s+/g, ' ').trim();
}

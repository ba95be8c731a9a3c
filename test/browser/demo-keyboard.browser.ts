import { expect } from 'chai';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { heading, openDemo } from './support/demo.ts';

describe('the demo page, by keyboard and screen reader', () => {
  let service: CatalogService;

  before(async () => {
    service = await startService([
      { id: -7, name: 'Gift card', price: 20 },
      { id: 3, name: 'Paper filters', price: 6.95 },
    ]);
  });

  after(() => service?.stop());

  it('opens a product with Enter, and goes back to the same place in the list', async () => {
    const { page } = await openDemo(service.origin);
    await heading(page, 'All products');
    await page.getByRole('link', { name: 'Gift card' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'Paper filters');
    await page.goBack();
    await page.getByRole('link', { name: 'Paper filters' }).and(page.locator(':focus')).waitFor();
  });

  it('does not move the focus when you open it', async () => {
    const { page } = await openDemo(service.origin);
    await heading(page, 'All products');
    expect(await page.evaluate(() => document.activeElement?.tagName)).to.equal('BODY');
  });

  const typed = [
    ['3', 'Paper filters'],
    [' 3 ', 'Paper filters'],
    ['-7', 'Gift card'],
  ] as const;
  for (const [text, name] of typed) {
    it(`finds a product by id when you type "${text}"`, async () => {
      const { page } = await openDemo(service.origin);
      const field = page.getByRole('textbox', { name: 'Find a product by its id' });
      await field.fill(text);
      await page.keyboard.press('Enter');
      await heading(page, name);
      expect(await field.inputValue()).to.equal(text.trim());
    });
  }

  it('lets you type a minus on a phone', async () => {
    const { page } = await openDemo(service.origin);
    const field = page.getByRole('textbox', { name: 'Find a product by its id' });
    const keyboard = await field.evaluate((input: HTMLInputElement) => [
      input.type,
      input.inputMode,
    ]);
    expect(keyboard).to.deep.equal(['text', '']);
  });

  it('does not search for an empty id', async () => {
    const { page } = await openDemo(service.origin);
    await heading(page, 'All products');
    const url = page.url();
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.locator('input:invalid').count()).to.equal(1);
    expect(page.url()).to.equal(url);
  });

  const stops = [
    ['the list', undefined, ['INPUT', 'BUTTON', 'A', 'A']],
    ['a product', '3', ['INPUT', 'BUTTON', 'A']],
  ] as const;
  for (const [view, id, tags] of stops) {
    it(`outlines the focused element at every Tab stop of ${view}`, async () => {
      const { page } = await openDemo(service.origin, id);
      await heading(page, id === undefined ? 'All products' : 'Paper filters');
      const outlines: unknown[] = [];
      for (;;) {
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(() => {
          const element = document.activeElement;
          if (element === null || element === document.body) return undefined;
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return [element.tagName, outlineStyle, outlineWidth];
        });
        if (outline === undefined) break;
        outlines.push(outline);
      }
      expect(outlines).to.deep.equal(tags.map((tag) => [tag, 'solid', '3px']));
    });
  }

  it('has the landmarks of a page, one live region, and a header for each row', async () => {
    const { page } = await openDemo(service.origin);
    await heading(page, 'All products');
    for (const role of ['banner', 'search', 'main', 'contentinfo', 'status'] as const) {
      expect(await page.getByRole(role).count(), role).to.equal(1);
    }
    expect(await page.getByRole('rowheader').allTextContents()).to.deep.equal([
      'Gift card',
      'Paper filters',
    ]);
  });
});

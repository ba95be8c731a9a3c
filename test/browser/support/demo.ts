import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type OpenPage, openPage } from './open-page.ts';

/** The demo page on disk. */
export const DEMO = new URL('../../../docs/demo/index.html', import.meta.url).href;

/** Opens the demo page for the service at `api`, with the product `id` or the list. */
export function openDemo(api: string, id = '', demo = DEMO): Promise<OpenPage> {
  return openPage(`${demo}?${new URLSearchParams({ id, api })}`);
}

/** Waits until the page shows `title` as the heading of its content, and checks its status. */
export async function expectView(page: Page, title: string, status?: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
  if (status !== undefined) expect(await page.getByRole('status').textContent()).to.equal(status);
}

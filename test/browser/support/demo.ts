import type { Page } from 'playwright-core';
import { type OpenPage, openPage } from './open-page.ts';

/** The folder of the demo page. */
export const DEMO = new URL('../../../docs/demo/', import.meta.url);

/**
 * The URL of the demo page for the service at `api`.
 * @param id of the product to show; the list by default
 * @param root where the page is served; its folder on disk by default
 */
export function demoUrl(api: string, id?: string, root = DEMO.href): string {
  const url = new URL('index.html', root);
  url.searchParams.set('api', api);
  if (id !== undefined) url.searchParams.set('id', id);
  return url.href;
}

/** Opens the demo page from disk. */
export function openDemo(api: string, id?: string): Promise<OpenPage> {
  return openPage(demoUrl(api, id));
}

/** Waits until the page shows `title` as the heading of its content. */
export async function heading(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
}

import type { Page } from 'playwright-core';
import { type OpenPage, openPage, type PageOptions } from './open-page.ts';

/** The folder that is served, or opened from disk. */
export const DEMO = new URL('../../../docs/demo/', import.meta.url);

/** Opens the demo page for the service at `api`: from disk, unless `from` says where it is served. */
export function openDemo(
  api: string,
  { hash = '', from = DEMO.href, ...options }: DemoOptions = {},
): Promise<OpenPage> {
  return openPage(`${from}index.html?api=${encodeURIComponent(api)}${hash}`, options);
}

interface DemoOptions extends PageOptions {
  readonly hash?: string;
  readonly from?: string;
}

/** Waits until the page's heading says `title`. */
export async function heading(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
}

import type { Page } from 'playwright-core';
import { type OpenPage, openPage } from './open-page.ts';

const DEFAULT_SERVICE = 'http://localhost:3000';

/**
 * Sends the requests of `page` for http://localhost:3000, where the documentation expects the
 * service, to `origin` instead, or refuses them if there is none. So the examples run unchanged, and
 * port 3000 need not be free.
 */
export function redirectDefaultService(page: Page, origin?: string): Promise<unknown> {
  return page.route(`${DEFAULT_SERVICE}/**`, (route) =>
    origin === undefined
      ? route.abort('connectionrefused')
      : route.continue({ url: route.request().url().replace(DEFAULT_SERVICE, origin) }),
  );
}

/** Opens a page whose requests for the default service are redirected. */
export async function openRedirected(url: string, origin?: string): Promise<OpenPage> {
  const opened = await openPage('about:blank');
  await redirectDefaultService(opened.page, origin);
  await opened.page.goto(url);
  return opened;
}

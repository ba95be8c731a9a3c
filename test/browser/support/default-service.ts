import type { Page } from 'playwright-core';

const DEFAULT_SERVICE = 'http://localhost:3000';

/**
 * Sends the requests of `page` for http://localhost:3000, where the documentation expects the
 * service, to `origin` instead. So the examples run unchanged, and port 3000 need not be free.
 */
export function redirectDefaultService(page: Page, origin: string): Promise<unknown> {
  return page.route(`${DEFAULT_SERVICE}/**`, (route) =>
    route.continue({ url: route.request().url().replace(DEFAULT_SERVICE, origin) }),
  );
}

import type { Page } from 'playwright-core';

/**
 * Calls `fetch(url, init)` in `page`, `times` times at once.
 * @returns each response as a script in the page sees it, or the name of the error
 */
export function fetchInPage(
  page: Page,
  url: string,
  init: RequestInit = {},
  times = 1,
): Promise<unknown[]> {
  const fetchOnce = async (request: { url: string; init: RequestInit }) => {
    try {
      const response = await fetch(request.url, request.init);
      const type = response.headers.get('content-type');
      return { status: response.status, type, body: await response.json() };
    } catch (error) {
      return { error: error instanceof Error ? error.name : String(error) };
    }
  };
  return Promise.all(Array.from({ length: times }, () => page.evaluate(fetchOnce, { url, init })));
}

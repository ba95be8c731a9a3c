import type { Page } from 'playwright-core';

/** The response as a script in a page sees it, or the name of the error. */
export type Fetched =
  | { readonly status: number; readonly type: string | null; readonly body: unknown }
  | { readonly error: string };

/** Calls `fetch(url, init)` in `page`, `times` times in parallel. */
export function fetchInPage(
  page: Page,
  url: string,
  init: RequestInit = {},
  times = 1,
): Promise<Fetched[]> {
  return page.evaluate(
    (request) =>
      Promise.all(
        Array.from({ length: request.times }, async () => {
          try {
            const response = await fetch(request.url, request.init);
            const type = response.headers.get('content-type');
            return { status: response.status, type, body: await response.json() };
          } catch (error) {
            return { error: error instanceof Error ? error.name : String(error) };
          }
        }),
      ),
    { url, init, times },
  );
}

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { fetchInPage } from './support/fetch-in-page.ts';
import { openPage } from './support/open-page.ts';

const BLANK = new URL('blank.html', import.meta.url).href;

describe('a page that fetches in a way that the service gives no leave for', () => {
  let service: CatalogService;

  before(async () => {
    service = await startService();
  });

  after(() => service?.stop());

  const preflighted: RequestInit[] = [
    { headers: { 'Content-Type': 'application/json' } },
    { headers: { Authorization: 'Bearer token' } },
    { headers: { 'X-Requested-With': 'fetch' } },
    { method: 'PUT' },
    { method: 'DELETE' },
  ];
  for (const init of preflighted) {
    it(`is refused ${JSON.stringify(init)} by the browser, as its preflight gets a 404`, () =>
      expectRefusal(init, { preflights: [404], reason: 'PreflightInvalidStatus' }));
  }

  it('is refused {"credentials":"include"} by the browser, as pages of any origin may read', () =>
    expectRefusal(
      { credentials: 'include' },
      { preflights: [], reason: 'WildcardOriginNotAllowed' },
    ));

  async function expectRefusal(init: RequestInit, expected: Refusal): Promise<void> {
    const { page, log } = await openPage(BLANK);
    const refusal = await watchForRefusal(page);
    const url = `${service.origin}/api/products/2`;
    expect(await fetchInPage(page, url, init)).to.deep.equal([{ error: 'TypeError' }]);
    expect(await refusal.seen).to.deep.equal(expected);
    await log.take('has been blocked by CORS policy');
    await log.take(`${url}: Failed to load resource: net::ERR_FAILED`);
  }
});

/** What Chromium knows of a refused request and never tells the page. */
interface Refusal {
  /** Statuses that preflights were answered with. */
  readonly preflights: readonly number[];
  /** Chromium's own name for the reason. */
  readonly reason: string | undefined;
}

/** Watches from now on for the next request of `page` that is refused. */
async function watchForRefusal(page: Page): Promise<{ readonly seen: Promise<Refusal> }> {
  const session = await page.context().newCDPSession(page);
  const preflights: number[] = [];
  session.on('Network.responseReceived', ({ type, response }) => {
    if (type === 'Preflight') preflights.push(response.status);
  });
  const seen = new Promise<Refusal>((resolve) => {
    session.once('Network.loadingFailed', ({ corsErrorStatus }) =>
      resolve({ preflights, reason: corsErrorStatus?.corsError }),
    );
  });
  await session.send('Network.enable');
  return { seen };
}

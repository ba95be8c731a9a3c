import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { fetchInPage } from './support/fetch-in-page.ts';
import { openPage } from './support/open-page.ts';

const BLANK = new URL('blank.html', import.meta.url).href;

describe('a fetch that CORS does not allow', () => {
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
    it(`is blocked by the browser: ${JSON.stringify(init)} causes a preflight, which gets a 404`, () =>
      expectBlocked(init, { preflights: [404], reason: 'PreflightInvalidStatus' }));
  }

  it('is blocked by the browser: {"credentials":"include"} needs more than a wildcard origin', () =>
    expectBlocked(
      { credentials: 'include' },
      { preflights: [], reason: 'WildcardOriginNotAllowed' },
    ));

  async function expectBlocked(init: RequestInit, expected: Failure): Promise<void> {
    const { page, log } = await openPage(BLANK);
    const failure = await watchForFailure(page);
    const url = `${service.origin}/api/products/2`;
    expect(await fetchInPage(page, url, init)).to.deep.equal([{ error: 'TypeError' }]);
    expect(await failure.seen).to.deep.equal(expected);
    await log.take('has been blocked by CORS policy');
    await log.take(`${url}: Failed to load resource: net::ERR_FAILED`);
  }
});

/** What Chromium knows about a blocked request and does not tell the page. */
interface Failure {
  /** The status codes of the responses to preflights. */
  readonly preflights: readonly number[];
  /** Chromium's name for the CORS error. */
  readonly reason: string | undefined;
}

/** Watches for the next request of `page` that fails. */
async function watchForFailure(page: Page): Promise<{ readonly seen: Promise<Failure> }> {
  const session = await page.context().newCDPSession(page);
  const preflights: number[] = [];
  session.on('Network.responseReceived', ({ type, response }) => {
    if (type === 'Preflight') preflights.push(response.status);
  });
  const seen = new Promise<Failure>((resolve) => {
    session.once('Network.loadingFailed', ({ corsErrorStatus }) =>
      resolve({ preflights, reason: corsErrorStatus?.corsError }),
    );
  });
  await session.send('Network.enable');
  return { seen };
}

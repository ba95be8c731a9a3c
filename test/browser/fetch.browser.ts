import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { Fleet } from '../fleet/fleet.ts';
import { Service } from '../support/service.ts';
import { openPage } from './support/open-page.ts';

/** Any file will do as a page on disk. */
const FILE = new URL('../../README.md', import.meta.url).href;
const PREFLIGHT = "preflight request doesn't pass access control check: It does not have HTTP ok";

/**
 * A page on any origin can read every response of the service with a plain `fetch`, errors included; on
 * https, through the documented nginx. The browser blocks the requests that README.md says it blocks.
 */
describe('a fetch from a page', () => {
  let service: Service;
  let fleet: Fleet;
  let list: string;
  let httpsList: string;

  before(async () => {
    service = new Service();
    list = await service.ready();
    fleet = await Fleet.start({ isHttps: true });
    httpsList = `https://localhost:${fleet.ports.https}/api/products`;
  });
  after(() => Promise.all([service?.kill(), fleet?.stop()]));

  const pages = [
    ['on disk', () => FILE, () => list],
    ['on another origin', () => onAnotherOrigin(list), () => list],
    ['on https', () => onAnotherOrigin(httpsList), () => httpsList],
  ] as const;
  const responses = [
    ['/api/products', 200, seedProducts],
    ['/api/products/2', 200, seedProducts[1]],
    ['/api/products/9', 404, { error: 'Product not found' }],
    ['/api/products?page=2', 404, { error: 'Not found' }],
  ] as const;
  for (const [where, pageUrl, listUrl] of pages) {
    it(`${where} reads every response and its exact Content-Type`, async () => {
      const { page, log } = await openPage(pageUrl());
      for (const [target, status, body] of responses) {
        const url = new URL(target, listUrl()).href;
        const expected = { status, type: 'application/json', body };
        expect(await fetchInPage(page, url)).to.deep.equal(expected);
        if (status !== 200) await log.take(`${url}: Failed to load resource`);
      }
    });
  }

  it('reads the error of a request that never reaches the application', async () => {
    const { page, log } = await openPage(FILE);
    const body = { error: 'Request header fields too large' };
    const expected = { status: 431, type: 'application/json', body };
    expect(await fetchInPage(page, list + '?'.repeat(17_000))).to.deep.equal(expected);
    await log.take('the server responded with a status of 431');
  });

  const blocked: [init: RequestInit, reason: string][] = [
    [{ headers: { 'Content-Type': 'application/json' } }, PREFLIGHT],
    [{ method: 'PUT' }, PREFLIGHT],
    [{ credentials: 'include' }, "must not be the wildcard '*'"],
  ];
  for (const [init, reason] of blocked) {
    it(`is blocked by the browser, with ${JSON.stringify(init)}`, async () => {
      const { page, log } = await openPage(FILE);
      expect(await fetchInPage(page, `${list}/2`, init)).to.equal('TypeError');
      await log.take(reason);
      await log.take('net::ERR_FAILED');
    });
  }
});

/** The same URL with another name of the host, which makes it another origin. */
function onAnotherOrigin(url: string): string {
  return url.replace('localhost', '127.0.0.1');
}

/** @returns the response as a script in the page sees it, or the name of the error */
function fetchInPage(page: Page, url: string, init: RequestInit = {}): Promise<unknown> {
  const fetchAndRead = async (request: { url: string; init: RequestInit }) => {
    try {
      const response = await fetch(request.url, request.init);
      const type = response.headers.get('content-type');
      return { status: response.status, type, body: await response.json() };
    } catch (error) {
      return (error as Error).name;
    }
  };
  return page.evaluate(fetchAndRead, { url, init });
}

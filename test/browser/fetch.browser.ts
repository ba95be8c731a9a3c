import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { Fleet } from '../fleet/fleet.ts';
import { Service } from '../support/service.ts';
import { BROWSERS, logged, openPage } from './support/open-page.ts';

const FILE = new URL('../../README.md', import.meta.url).href;

const NOT_FOUND = { error: 'Not found' };
const readable: [target: string, init: RequestInit, status: number, body: unknown][] = [
  ['/api/products', {}, 200, sampleProducts],
  ['/api/products/2', { headers: { Accept: 'application/json' } }, 200, sampleProducts[1]],
  ['/api/products/9', {}, 404, { error: 'Product not found' }],
  ['/api/products?page=2', {}, 404, NOT_FOUND],
  ['/api/products', { method: 'POST', body: 'text' }, 404, NOT_FOUND],
  ['/api/products', { method: 'HEAD' }, 404, ''],
];

const PREFLIGHT = /preflight (request doesn't pass|response did not succeed)/;
const blocked: [init: RequestInit, reason: RegExp][] = [
  [{ headers: { 'Content-Type': 'application/json' } }, PREFLIGHT],
  [{ headers: { 'X-Requested-With': 'fetch' } }, PREFLIGHT],
  [{ method: 'PUT' }, PREFLIGHT],
  [{ method: 'DELETE' }, PREFLIGHT],
  [{ credentials: 'include' }, /wildcard '\*'|Credential is not supported/],
];

/**
 * A page on any origin can read every response of the service with a plain `fetch`, errors included; on
 * https, through the documented nginx. A browser blocks the requests that README.md says it blocks.
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
  after(() => Promise.all([service?.stop('SIGKILL'), fleet?.stop()]));

  // Another name of the host makes it another origin.
  const elsewhere = (url: string) => url.replace('localhost', '127.0.0.1');
  const pages = [
    ['on disk', () => FILE, () => list],
    ['on another origin', () => elsewhere(list), () => list],
    ['on https', () => elsewhere(httpsList), () => httpsList],
    ['on https, of localhost on http,', () => elsewhere(httpsList), () => list],
  ] as const;
  for (const browser of BROWSERS) {
    for (const [where, pageUrl, listUrl] of pages) {
      it(`${where} reads every response and its exact Content-Type, in ${browser}`, async () => {
        const page = await openPage(pageUrl(), browser);
        for (const [target, init, status, body] of readable) {
          const expected = { status, type: 'application/json', body };
          const url = new URL(target, listUrl()).href;
          expect(await fetchInPage(page, url, init), target).to.deep.equal(expected);
        }
      });
    }

    it(`reads the error of a request that never reaches the application, in ${browser}`, async () => {
      const page = await openPage(FILE, browser);
      const body = { error: 'Request header fields too large' };
      const expected = { status: 431, type: 'application/json', body };
      expect(await fetchInPage(page, list + '?'.repeat(17_000))).to.deep.equal(expected);
    });

    for (const [init, reason] of blocked) {
      it(`is blocked with ${JSON.stringify(init)}, in ${browser}`, async () => {
        const page = await openPage(FILE, browser);
        expect(await fetchInPage(page, `${list}/2`, init)).to.equal('TypeError');
        await logged(page, reason);
      });
    }
  }
});

/** @returns the response as a script in the page sees it, or the name of the error */
function fetchInPage(page: Page, url: string, init: RequestInit = {}): Promise<unknown> {
  const fetchAndRead = async (request: { url: string; init: RequestInit }) => {
    try {
      const response = await fetch(request.url, request.init);
      const type = response.headers.get('content-type');
      const text = await response.text();
      return { status: response.status, type, body: text && JSON.parse(text) };
    } catch (error) {
      return (error as Error).name;
    }
  };
  return page.evaluate(fetchAndRead, { url, init });
}

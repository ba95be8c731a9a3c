import { expect } from 'chai';
import { Service } from '../support/service.ts';
import { fetchInPage } from './support/fetch-in-page.ts';
import { openPage } from './support/open-page.ts';

const BLANK = new URL('blank.html', import.meta.url).href;
const PREFLIGHT = "preflight request doesn't pass access control check: It does not have HTTP ok";

describe('a fetch that CORS does not allow', () => {
  let service: Service;
  let list: string;

  before(async () => {
    service = new Service();
    list = await service.ready();
  });

  after(() => service?.kill());

  const blocked: [init: RequestInit, reason: string][] = [
    [{ headers: { 'Content-Type': 'application/json' } }, PREFLIGHT],
    [{ headers: { Authorization: 'Bearer token' } }, PREFLIGHT],
    [{ headers: { 'X-Requested-With': 'fetch' } }, PREFLIGHT],
    [{ method: 'PUT' }, PREFLIGHT],
    [{ method: 'DELETE' }, PREFLIGHT],
    [{ credentials: 'include' }, "must not be the wildcard '*'"],
  ];
  for (const [init, reason] of blocked) {
    it(`is blocked by the browser, with ${JSON.stringify(init)}: ${reason}`, async () => {
      const { page, log } = await openPage(BLANK);
      expect(await fetchInPage(page, `${list}/2`, init)).to.deep.equal([{ error: 'TypeError' }]);
      await log.take(reason);
      await log.take(`${list}/2: Failed to load resource: net::ERR_FAILED`);
    });
  }
});

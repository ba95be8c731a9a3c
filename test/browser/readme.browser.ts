import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openRedirected } from './support/default-service.ts';
import { serveProducts } from './support/http-server.ts';

const README = new URL('../../README.md', import.meta.url);
const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync(README, 'utf8')) ?? [];

/** A page that runs the example logs what the comments there say, whether it succeeds or fails. */
describe('the fetch example in README.md', () => {
  const outcomes = [
    ['the product', () => serveProducts(), 'Burr coffee grinder 84.5', undefined],
    ['the error of the service', () => serveProducts([]), 'Product not found', '404'],
    ['that the service is down', () => undefined, 'Failed to fetch', 'net::ERR_CONNECTION_REFUSED'],
  ] as const;
  for (const [what, start, expected, failure] of outcomes) {
    it(`logs ${what}, as its comment says`, async () => {
      const { page, log } = await openRedirected(README.href, await start());
      // Chromium's own lines have the URL of the request.
      const logged = page.waitForEvent('console', (message) => message.location().url === '');
      await page.addScriptTag({ type: 'module', content: example });
      expect((await logged).text()).to.equal(expected);
      expect(example).to.include(`// ${expected}\n`);
      if (failure !== undefined) await log.take(failure);
    });
  }
});

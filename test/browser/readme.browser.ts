import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { serveProducts } from './support/http-server.ts';
import { BROWSERS, openPage } from './support/open-page.ts';

const README = new URL('../../README.md', import.meta.url);
const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync(README, 'utf8')) ?? [];

/** A page that runs the example logs what its comment says, for a product and for the service's error. */
describe('the fetch example in README.md', () => {
  const outcomes = [
    ['Burr coffee grinder', undefined],
    ['Product not found', []],
  ] as const;
  for (const browser of BROWSERS) {
    for (const [expected, products] of outcomes) {
      it(`logs “${expected}”, as its comment says, in ${browser}`, async () => {
        const page = await openPage(README.href, browser);
        const origin = await serveProducts(products);
        const logged = page.waitForEvent('console', (message) => message.type() === 'log');
        const content = example.replace('http://localhost:3000', origin);
        await page.addScriptTag({ type: 'module', content });
        expect((await logged).text()).to.equal(expected);
        expect(example).to.match(new RegExp(`// .*${expected}`));
      });
    }
  }
});

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { serveProducts } from './support/http-server.ts';
import { BROWSERS, openPage } from './support/open-page.ts';

const readme = readFileSync('README.md', 'utf8');
const [, html = ''] = /^```html\n(.*?)^```$/ms.exec(readme) ?? [];
const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(readme) ?? [];

/** Whoever saves the page of README.md sees what its comment says, of the products that stand before it. */
describe('the page in README.md', () => {
  const folder = new TemporaryFolder();
  const outcomes = [
    ['Tea strainer', JSON.parse(json)],
    ['Product not found', []],
  ] as const;
  for (const browser of BROWSERS) {
    for (const [expected, products] of outcomes) {
      it(`shows “${expected}”, as its comment says, in ${browser}`, async () => {
        const origin = await serveProducts(products);
        const path = folder.write('page.html', html.replace('http://localhost:3000', origin));
        const page = await openPage(pathToFileURL(path).href, browser);
        await page.getByText(expected, { exact: true }).waitFor();
        expect(html).to.match(new RegExp(`// .*${expected}`));
      });
    }
  }
});

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { serveLater, serveProducts } from './support/http-server.ts';
import { BROWSERS, type BrowserName, openPage } from './support/open-page.ts';

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

  async function expectPage(origin: string, text: string, browser: BrowserName): Promise<void> {
    const path = folder.write('page.html', html.replace('http://localhost:3000', origin));
    const page = await openPage(pathToFileURL(path).href, browser);
    await page.getByText(text, { exact: true }).waitFor();
  }

  for (const browser of BROWSERS) {
    for (const [expected, products] of outcomes) {
      it(`shows “${expected}”, as its comment says, in ${browser}`, async () => {
        await expectPage(await serveProducts(products), expected, browser);
        expect(html).to.match(new RegExp(`// .*${expected}`));
      });
    }

    it(`asks whether the service is running if it is not, in ${browser}`, async () => {
      const { origin } = await serveLater();
      await expectPage(origin, 'Is the service running?', browser);
    });
  }
});

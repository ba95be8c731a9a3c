import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { redirectDefaultService } from './support/default-service.ts';
import { type OpenPage, openPage } from './support/open-page.ts';

const BLANK = new URL('blank.html', import.meta.url).href;
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(README) ?? [];

describe('the fetch example in README.md', () => {
  let service: CatalogService | undefined;

  afterEach(() => service?.stop());

  /** Runs the example and returns the line that it logs, which its comments must show. */
  async function run(origin: string): Promise<OpenPage & { readonly line: string }> {
    const opened = await openPage(BLANK);
    const { page } = opened;
    await redirectDefaultService(page, origin);
    // Chromium's own lines have the URL of the request.
    const logged = page.waitForEvent('console', (message) => message.location().url === '');
    await page.addScriptTag({ type: 'module', content: example });
    const line = (await logged).text();
    expect(example).to.include(`// ${line}\n`);
    return { ...opened, line };
  }

  it('logs the product', async () => {
    service = await startService();
    const { line } = await run(service.origin);
    expect(line).to.equal('Burr coffee grinder 84.5');
  });

  it('logs the error of the service', async () => {
    service = await startService([]);
    const { line, log } = await run(service.origin);
    expect(line).to.equal('Product not found');
    await log.take(line);
    await log.take('the server responded with a status of 404');
  });

  it('logs that the service cannot be reached', async () => {
    service = await startService();
    await service.stop();
    const { line, log } = await run(service.origin);
    expect(line).to.equal('Failed to fetch');
    await log.take(line);
    await log.take('net::ERR_CONNECTION_REFUSED');
  });
});

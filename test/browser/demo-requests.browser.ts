import { expect } from 'chai';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { redirectDefaultService } from './support/default-service.ts';
import { DEMO, demoUrl, heading, openDemo } from './support/demo.ts';
import { serve, serveFiles } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';

describe('the demo page, requests', () => {
  let service: CatalogService;

  before(async () => {
    service = await startService();
  });

  after(() => service?.stop());

  for (const suffix of ['/', '/api/products', '/api/products/']) {
    it(`accepts the URL of the service with ${suffix} appended`, async () => {
      const { page } = await openDemo(service.origin + suffix);
      await heading(page, 'All products');
    });
  }

  it('keeps the path of a service behind a proxy', async () => {
    const targets: (string | undefined)[] = [];
    const proxy = await serve((request, response) => {
      targets.push(request.url);
      response.setHeader('Access-Control-Allow-Origin', '*').end('[]');
    });
    const { page } = await openDemo(`${proxy.origin}/shop/`);
    await heading(page, 'All products');
    await proxy.stop();
    expect(targets).to.deep.equal(['/shop/api/products']);
  });

  it('uses http://localhost:3000 by default, on every page', async () => {
    const { page } = await openPage('about:blank');
    await redirectDefaultService(page, service.origin);
    await page.goto(new URL('index.html', DEMO).href);
    await heading(page, 'All products');
    await page.getByText('GET http://localhost:3000/api/products', { exact: true }).waitFor();
    await page.getByRole('textbox').fill('2');
    await page.keyboard.press('Enter');
    await heading(page, 'Burr coffee grinder');
    expect(new URL(page.url()).search).to.equal('?id=2');
    await page.getByRole('link', { name: 'All products' }).click();
    await heading(page, 'All products');
    expect(new URL(page.url()).search).to.equal('');
  });

  it('uses the service in its URL on every page', async () => {
    const { page } = await openDemo(service.origin);
    await page.getByRole('link', { name: 'Burr coffee grinder' }).click();
    await heading(page, 'Burr coffee grinder');
    await page.getByRole('textbox').fill('3');
    await page.keyboard.press('Enter');
    await heading(page, 'Paper filters, pack of 100');
    await page.getByRole('link', { name: 'All products' }).click();
    await heading(page, 'All products');
    await page.getByText(`GET ${service.origin}/api/products`, { exact: true }).waitFor();
  });

  it('requests only its own files and one resource of the service', async () => {
    const pages = await serveFiles(DEMO);
    const { page } = await openPage('about:blank');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const url = demoUrl(service.origin, undefined, pages.origin);
    await page.goto(url);
    await heading(page, 'All products');
    await pages.stop();
    expect(requests.filter((url) => !url.startsWith('data:'))).to.deep.equal([
      url,
      `${pages.origin}/style.css`,
      `${service.origin}/api/products`,
    ]);
  });
});

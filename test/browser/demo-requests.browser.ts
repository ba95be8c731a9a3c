import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { DEMO, heading, openDemo } from './support/demo.ts';
import { serve, serveFiles } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';

describe('the demo page, asking', () => {
  let service: CatalogService;

  before(async () => {
    service = await startService();
  });

  after(() => service?.stop());

  it('shows what was asked for last, also where an earlier answer comes later', async () => {
    const held: (() => void)[] = [];
    const slow = await serve((request, response) => {
      const id = Number(request.url?.split('/').at(-1));
      const product = seedProducts.find((product) => product.id === id);
      response.setHeader('Access-Control-Allow-Origin', '*');
      const answer = () => response.end(JSON.stringify(product));
      if (id === 1) held.push(answer);
      else answer();
    });
    const { page } = await openDemo(slow.origin, { hash: '#1' });
    await page.evaluate(() => {
      location.hash = '#2';
    });
    await heading(page, 'Burr coffee grinder');
    expect(held).to.have.length(1);
    for (const answer of held) answer();
    await page.evaluate(() =>
      fetch(document.querySelector('a[href^="http"]')?.getAttribute('href') ?? ''),
    );
    await heading(page, 'Burr coffee grinder');
    await slow.stop();
  });

  it('takes the address that the service prints, and one with a slash', async () => {
    for (const api of [`${service.origin}/api/products`, `${service.origin}/`]) {
      const { page } = await openDemo(api, { hash: '#2' });
      await heading(page, 'Burr coffee grinder');
    }
  });

  it('keeps the path of a service that stands below one', async () => {
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

  it('asks http://localhost:3000 where its address names no service', async () => {
    const { page } = await openPage('about:blank');
    // Whatever listens there on this machine, it is not asked.
    await page.route('http://localhost:3000/**', (route) =>
      route.fulfill({ json: [], headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await page.goto(new URL('index.html', DEMO).href);
    await heading(page, 'All products');
    await page.getByText('http://localhost:3000/api/products').waitFor();
  });

  it('asks nobody but its own server and the service', async () => {
    const pages = await serveFiles(DEMO);
    const { page } = await openPage('about:blank');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const address = `${pages.origin}/index.html?api=${service.origin}`;
    await page.goto(address);
    await heading(page, 'All products');
    await pages.stop();
    expect(requests.filter((url) => !url.startsWith('data:'))).to.deep.equal([
      address,
      `${pages.origin}/style.css`,
      `${service.origin}/api/products`,
    ]);
  });
});

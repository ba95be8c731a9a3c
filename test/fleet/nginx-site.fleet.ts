import { expect } from 'chai';
import { generateProducts } from '../../bench/generate-products.ts';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { Fleet, type FleetOptions } from './fleet.ts';

/** What docs/deploy/nginx-site.conf promises: the service's own answers, and the site's own pages. */
describe('nginx with the service under a site', () => {
  const folder = new TemporaryFolder();
  let fleet: Fleet;

  afterEach(() => fleet?.stop());

  const start = async (options: FleetOptions = {}) => {
    fleet = await Fleet.start({ ...options, config: 'nginx-site.conf' });
  };
  const get = (path: string) => fetch(`http://127.0.0.1:${fleet.ports.http}${path}`);

  for (const [who, origins, options] of [
    ['all pages', '*', {}],
    ["only the site's own pages, if told so", null, { change: ['# proxy_hide', 'proxy_hide'] }],
  ] as const) {
    it(`passes on the targets of the service, and no others, to ${who}`, async () => {
      await start(options);
      await fleet.expectJson('/api/products', 200, sampleProducts, origins);
      await fleet.expectJson('/api/products/2', 200, sampleProducts[1], origins);
      await fleet.expectJson('/api/products/9', 404, { error: 'Product not found' }, origins);
      await fleet.expectJson('/api/products?page=2', 404, { error: 'Not found' }, origins);
      expect(await (await get('/')).text()).to.include('<title>Shop</title>');
      for (const path of ['/api', '/other']) {
        expect(await (await get(path)).text()).to.include('<title>Error in the shop</title>');
      }
    });
  }

  it('compresses a list that is worth it, and answers 502 as JSON while all instances are down', async () => {
    const products = generateProducts(100);
    await start({ file: folder.write('products.json', JSON.stringify(products)) });
    const response = await get('/api/products');
    expect(response.headers.get('content-encoding')).to.equal('gzip');
    expect(response.headers.get('vary')).to.equal('Accept-Encoding');
    expect(await response.json()).to.deep.equal(products);
    await fleet.stopInstances();
    await fleet.expectJson('/api/products', 502, { error: 'Bad gateway' });
  });
});

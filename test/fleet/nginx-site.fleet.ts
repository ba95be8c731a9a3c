import { expect } from 'chai';
import { generateProducts } from '../../bench/generate-products.ts';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { Fleet, type FleetOptions } from './fleet.ts';

describe('nginx with the service under a site', () => {
  const folder = new TemporaryFolder();
  let fleet: Fleet;

  afterEach(() => fleet?.stop());

  const start = async (options: FleetOptions = {}) => {
    fleet = await Fleet.start({ ...options, config: 'nginx-site.conf' });
  };
  const get = (path: string) => fetch(`http://127.0.0.1:${fleet.port}${path}`);

  it('passes on the targets of the service, and no others', async () => {
    await start();
    for (const [path, status, json] of [
      ['/api/products', 200, seedProducts],
      ['/api/products', 200, seedProducts],
      ['/api/products/2', 200, seedProducts[1]],
      ['/api/products/9', 404, { error: 'Product not found' }],
      ['/api/products?page=2', 404, { error: 'Not found' }],
    ] as const) {
      const response = await get(path);
      expect(response.status, path).to.equal(status);
      expect(response.headers.get('content-type')).to.equal('application/json');
      expect(response.headers.get('access-control-allow-origin')).to.equal('*');
      expect(await response.json()).to.deep.equal(json);
    }
    expect(await (await get('/')).text()).to.include('<title>Shop</title>');
    for (const path of ['/api', '/other']) {
      expect(await (await get(path)).text()).to.include('<title>Error in the shop</title>');
    }
  });

  it('answers 502 as JSON that a page can read while all instances are down', async () => {
    await start();
    await Promise.all(fleet.instances.map((instance) => instance.kill()));
    for (const path of ['/api/products', '/api/products/2']) {
      const response = await get(path);
      expect(response.status).to.equal(502);
      expect(response.headers.get('content-type')).to.equal('application/json');
      expect(response.headers.get('access-control-allow-origin')).to.equal('*');
      expect(await response.json()).to.deep.equal({ error: 'Bad gateway' });
    }
  });

  it('compresses a list that is worth it', async () => {
    const products = generateProducts(100);
    await start({ file: folder.write('products.json', JSON.stringify(products)) });
    const response = await get('/api/products');
    expect(response.headers.get('content-encoding')).to.equal('gzip');
    expect(response.headers.get('vary')).to.equal('Accept-Encoding');
    expect(await response.json()).to.deep.equal(products);
  });

  it("keeps the products from other sites' pages if told so", async () => {
    await start({ uncomment: 'proxy_hide_header Access-Control-Allow-Origin;' });
    for (const path of ['/api/products', '/api/products/2', '/api/products/9']) {
      const response = await get(path);
      expect(response.headers.get('content-type')).to.equal('application/json');
      expect(response.headers.get('access-control-allow-origin')).to.equal(null);
    }
  });
});

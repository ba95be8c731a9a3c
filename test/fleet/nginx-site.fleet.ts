import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { Fleet } from './fleet.ts';
import { freePorts } from './free-ports.ts';

/** A site of somebody's, which has pages for errors, also for those of what it passes requests on to. */
const site = (port: number) => `
  include product-catalogue/instances.conf;
  server {
    listen 127.0.0.1:${port};
    server_name shop.example;
    error_page 404 502 /error.html;
    proxy_intercept_errors on;
    location / { default_type text/html; return 200 '<!doctype html><title>Shop</title>'; }
    include product-catalogue/locations.conf;
  }`;

describe('nginx with the service under a site', () => {
  let port: number;
  let fleet: Fleet | undefined;

  beforeEach(async () => {
    [port = 0] = await freePorts(1);
  });
  afterEach(() => fleet?.stop());

  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  it('passes on the targets of the service, and no others', async () => {
    fleet = await Fleet.start({ config: site(port) });
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
    for (const path of ['/', '/api', '/other']) {
      expect(await (await get(path)).text()).to.include('<title>Shop</title>');
    }
  });

  it('answers 502 as JSON that a page can read while all instances are down', async () => {
    fleet = await Fleet.start({ config: site(port) });
    await Promise.all(fleet.instances.map((instance) => instance.kill()));
    for (const path of ['/api/products', '/api/products/2']) {
      const response = await get(path);
      expect(response.status).to.equal(502);
      expect(response.headers.get('content-type')).to.equal('application/json');
      expect(response.headers.get('access-control-allow-origin')).to.equal('*');
      expect(await response.json()).to.deep.equal({ error: 'Bad gateway' });
    }
  });

  it("keeps the products from other sites' pages if told so", async () => {
    const line = 'proxy_hide_header Access-Control-Allow-Origin;';
    fleet = await Fleet.start({ config: site(port), uncomment: [line, 2] });
    for (const path of ['/api/products', '/api/products/2', '/api/products/9']) {
      const response = await get(path);
      expect(response.headers.get('content-type')).to.equal('application/json');
      expect(response.headers.get('access-control-allow-origin')).to.equal(null);
    }
  });
});

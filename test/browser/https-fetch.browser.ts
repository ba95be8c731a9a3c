import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { Fleet } from '../fleet/fleet.ts';
import { freePorts } from '../fleet/free-ports.ts';
import { fetchInPage } from './support/fetch-in-page.ts';
import { openPage } from './support/open-page.ts';

/** A server for pages, beside the documented one for products. */
const pages = (port: number) => `
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate certs/shop.example.pem;
    ssl_certificate_key private/shop.example.key;
    default_type text/html;
    location / { return 200 '<!doctype html><link rel="icon" href="data:,"><title>Shop</title>'; }
  }`;

describe('a page on https', () => {
  let fleet: Fleet;
  let pageUrl: string;

  before(async () => {
    const [port = 0] = await freePorts(1);
    fleet = await Fleet.start({ isHttps: true, more: pages(port) });
    pageUrl = `https://localhost:${port}/`;
  });
  after(() => fleet?.stop());

  // Chromium does not know who signed the certificate.
  const open = () => openPage(pageUrl, { ignoreHTTPSErrors: true });

  it('fetches the list, a product and an error from another https origin', async () => {
    const { page, log } = await open();
    const list = `https://localhost:${fleet.ports.https}/api/products`;
    const type = 'application/json';
    expect(await fetchInPage(page, list)).to.deep.equal([
      { status: 200, type, body: seedProducts },
    ]);
    const [, second] = seedProducts;
    expect(await fetchInPage(page, `${list}/2`)).to.deep.equal([
      { status: 200, type, body: second },
    ]);
    const body = { error: 'Product not found' };
    expect(await fetchInPage(page, `${list}/9`)).to.deep.equal([{ status: 404, type, body }]);
    await log.take('/api/products/9: Failed to load resource');
  });

  it('cannot fetch from http: the browser blocks it', async () => {
    const { page, log } = await open();
    const fetched = await fetchInPage(page, 'http://shop.example/api/products');
    expect(fetched).to.deep.equal([{ error: 'TypeError' }]);
    await log.take('Mixed Content');
  });
});

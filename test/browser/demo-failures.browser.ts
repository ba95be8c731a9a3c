import { expect } from 'chai';
import { startService } from './support/catalog-service.ts';
import { heading, openDemo } from './support/demo.ts';
import { type HttpServer, serve, serveAnswer } from './support/http-server.ts';
import { expectGoodLooks } from './support/looks.ts';

describe('the demo page, when something fails', () => {
  /** What a test starts, and the hook after it stops. */
  const running: Pick<HttpServer, 'stop'>[] = [];

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });

  async function started<T extends Pick<HttpServer, 'stop'>>(server: Promise<T>): Promise<T> {
    running.push(await server);
    return server;
  }

  for (const id of ['9', 'abc', 'é%', '2/']) {
    it(`says in the service's own words that there is no product ${id}`, async () => {
      const { origin } = await started(startService());
      const { page, log } = await openDemo(origin, { hash: `#${encodeURIComponent(id)}` });
      await heading(page, 'Product not found');
      await log.take('the server responded with a status of 404');
      expect(await page.getByRole('status').textContent()).to.equal(
        `That is what the service says when asked for product “${id}”.`,
      );
      if (id === '9') await expectGoodLooks(page, 'no-such-product');
      await page.getByRole('link', { name: 'See all products' }).click();
      await heading(page, 'All products');
    });
  }

  it('names the address that did not answer, and asks it again when told to', async () => {
    const first = await started(startService());
    const { port } = new URL(first.origin);
    const { page, log } = await openDemo(first.origin);
    await heading(page, 'All products');

    await first.stop();
    await page.getByRole('link', { name: 'Burr coffee grinder' }).click();
    await heading(page, 'The service cannot be reached');
    await log.take('net::ERR_CONNECTION_REFUSED');
    expect(await page.getByRole('status').textContent()).to.equal(
      `No answer came from ${first.origin}/api/products/2`,
    );
    await expectGoodLooks(page, 'unreachable');

    await started(startService(undefined, port));
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Burr coffee grinder');
  });

  it('takes an answer that it may not read for none', async () => {
    const { origin } = await started(
      serve((_, response) => {
        response.setHeader('Content-Type', 'application/json').end('[]');
      }),
    );
    const { page, log } = await openDemo(origin);
    await heading(page, 'The service cannot be reached');
    await log.take('has been blocked by CORS policy');
    await log.take('net::ERR_FAILED');
  });

  it('takes an answer that breaks off for none', async () => {
    const { origin } = await started(
      serve((_, response) => {
        response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Length': 100 });
        response.write('[', () => response.destroy());
      }),
    );
    const { page, log } = await openDemo(origin);
    await heading(page, 'The service cannot be reached');
    await log.take('net::ERR_CONTENT_LENGTH_MISMATCH');
  });

  it('says that it waits, and does not wait for ever', async () => {
    const { origin } = await started(serve(() => {}));
    const { page } = await openDemo(origin, { clock: true });
    await page.clock.runFor(1000);
    expect(await page.getByRole('status').textContent()).to.equal(
      `Waiting for ${origin}/api/products`,
    );
    await expectGoodLooks(page, 'waiting');
    await page.clock.runFor(20_000);
    await heading(page, 'The service cannot be reached');
  });

  it('shows what the service says of its own failure', async () => {
    const body = JSON.stringify({ error: 'Internal server error' });
    const { origin } = await started(serveAnswer(500, 'application/json', body));
    const { page, log } = await openDemo(origin);
    await heading(page, 'Internal server error');
    await log.take('the server responded with a status of 500');
    await expectGoodLooks(page, 'internal-server-error');
  });

  const unexpected = [
    ['text/html', '<!doctype html><title>Some other site</title>', 'text/html'],
    ['application/json', '{"products":[]}', 'other JSON'],
    ['application/json', '[{"id":"1","name":"One","price":1}]', 'other JSON'],
    ['application/json', 'null', 'other JSON'],
    ['application/json', '[', 'application/json'],
  ] as const;
  for (const [type, body, described] of unexpected) {
    it(`says that ${type} ${body} is not what it asked for`, async () => {
      const { origin } = await started(serveAnswer(200, type, body));
      const { page } = await openDemo(origin);
      await heading(page, 'An unexpected answer');
      expect(await page.getByRole('status').textContent()).to.equal(
        `Asked for all products, ${origin}/api/products answered 200 with ${described}.`,
      );
      await page.getByText(body, { exact: true }).waitFor();
      if (type === 'text/html') await expectGoodLooks(page, 'unexpected');
    });
  }

  const addresses = [
    'localhost:3000',
    'nonsense',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://',
    'http://name:secret@localhost:3000',
  ];
  for (const address of addresses) {
    it(`does not ask ${address}`, async () => {
      const { page } = await openDemo(address);
      await heading(page, 'No address to ask');
      expect(await page.getByRole('status').textContent()).to.equal(
        `This page was told to ask “${address}”.`,
      );
      if (address === 'localhost:3000') await expectGoodLooks(page, 'no-address');
    });
  }
});

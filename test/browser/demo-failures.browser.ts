import { expect } from 'chai';
import { checkAppearance } from './support/appearance.ts';
import { startService } from './support/catalog-service.ts';
import { demoUrl, heading, openDemo } from './support/demo.ts';
import { type HttpServer, serve, serveResponse } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';

describe('the demo page, failures', () => {
  /** The servers of a test, which the hook after it stops. */
  const running: Pick<HttpServer, 'stop'>[] = [];

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });

  async function started<T extends Pick<HttpServer, 'stop'>>(server: Promise<T>): Promise<T> {
    running.push(await server);
    return server;
  }

  for (const id of ['9', 'abc', 'é%', '2/', '2?v=9']) {
    it(`says that there is no product ${id}, and links to the list`, async () => {
      const { origin } = await started(startService());
      const { page, log } = await openDemo(origin, id);
      await heading(page, 'Product not found');
      await log.take('the server responded with a status of 404');
      expect(await page.getByRole('status').textContent()).to.equal(
        `There is no product with the id “${id}”.`,
      );
      await page.getByText('Ids are whole numbers; pick one from the list.').waitFor();
      if (id === '9') await checkAppearance(page, 'not-found');
      await page.getByRole('link', { name: 'Show all products' }).click();
      await heading(page, 'All products');
    });
  }

  it('names the URL that did not respond, and tries again when you say so', async () => {
    const first = await started(startService());
    const { port } = new URL(first.origin);
    const { page, log } = await openDemo(first.origin);
    await heading(page, 'All products');

    await first.stop();
    await page.getByRole('link', { name: 'Burr coffee grinder' }).click();
    await heading(page, 'The service cannot be reached');
    await log.take('net::ERR_CONNECTION_REFUSED');
    const url = `${first.origin}/api/products/2`;
    expect(await page.getByRole('status').textContent()).to.equal(`No response from ${url}`);
    expect(await page.getByRole('definition').allTextContents()).to.deep.equal([
      `GET ${url}`,
      'none',
      '',
    ]);
    await checkAppearance(page, 'unreachable');

    await started(startService(undefined, port));
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Burr coffee grinder');
  });

  it('treats a response blocked by CORS as no response', async () => {
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

  it('treats an incomplete response as no response', async () => {
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

  it('says that it waits, and stops waiting after 10 seconds', async () => {
    const { origin } = await started(serve(() => {}));
    const { page } = await openPage('about:blank');
    // Replaces the timer, so that the test need not wait for it.
    await page.addInitScript(() => {
      AbortSignal.timeout = (milliseconds) => {
        const controller = new AbortController();
        addEventListener(`after ${milliseconds} ms`, () => controller.abort());
        return controller.signal;
      };
    });
    await page.goto(demoUrl(origin));
    await page.getByText(`Waiting for ${origin}/api/products`).waitFor();
    await heading(page, 'Loading…');
    await checkAppearance(page, 'waiting');
    await page.evaluate(() => dispatchEvent(new Event('after 10000 ms')));
    await heading(page, 'The service cannot be reached');
  });

  const unusable = [
    ['localhost:3000', ['URL scheme "localhost" is not supported']],
    ['nonsense', ['has been blocked by CORS policy', 'net::ERR_FAILED']],
    ['http://name:secret@localhost:3000', []],
  ] as const;
  for (const [api, lines] of unusable) {
    it(`reports that ${api} cannot be reached`, async () => {
      const { page, log } = await openDemo(api);
      await heading(page, 'The service cannot be reached');
      expect(await page.getByRole('status').textContent()).to.equal(
        `No response from ${api}/api/products`,
      );
      for (const line of lines) await log.take(line);
    });
  }

  it('does not link to the service, whose URL may be a script', async () => {
    const { page, log } = await openDemo('javascript:alert(1)');
    await heading(page, 'The service cannot be reached');
    await log.take('URL scheme "javascript" is not supported');
    const schemes = await page
      .locator('a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
    expect(new Set(schemes)).to.deep.equal(new Set(['file:']));
  });

  const unexpected = [
    [500, 'application/json', '{"error":"Internal server error"}'],
    [404, 'application/json', '{"error":"Not found"}'],
    [200, 'text/html', '<!doctype html><title>Some other site</title>'],
    [200, 'application/json', '{"products":[]}'],
    [200, 'application/json', '[{"id":"1","name":"One","price":1}]'],
    [200, 'application/json', '[{"id":1,"name":1,"price":1}]'],
    [200, 'application/json', '[{"id":1,"name":"One"}]'],
    [200, 'application/json', 'null'],
    [200, 'application/json', '['],
  ] as const;
  for (const [status, type, body] of unexpected) {
    it(`reports ${status}, ${type} ${body} as unexpected`, async () => {
      const { origin } = await started(serveResponse(status, type, body));
      const { page, log } = await openDemo(origin);
      await heading(page, 'Unexpected response');
      if (status !== 200) await log.take(`the server responded with a status of ${status}`);
      expect(await page.getByRole('status').textContent()).to.equal(
        `${origin}/api/products returned ${status}, ${type}`,
      );
      await page.getByText(body, { exact: true }).waitFor();
      if (status === 500) await checkAppearance(page, 'unexpected');
    });
  }

  it('reports a list in place of a product as unexpected, and tries again', async () => {
    const bodies = ['[]', '{"id":2,"name":"Two","price":2}'];
    const { origin } = await started(
      serve((_, response) => {
        response.setHeader('Access-Control-Allow-Origin', '*').end(bodies.shift());
      }),
    );
    const { page } = await openDemo(origin, '2');
    await heading(page, 'Unexpected response');
    expect(await page.getByRole('status').textContent()).to.equal(
      `${origin}/api/products/2 returned 200, no Content-Type`,
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Two');
  });
});

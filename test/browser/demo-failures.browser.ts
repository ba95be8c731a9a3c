import { checkAppearance } from './support/check-appearance.ts';
import { openRedirected, redirectDefaultService } from './support/default-service.ts';
import { DEMO, expectView, openDemo } from './support/demo.ts';
import { serve, serveProducts } from './support/http-server.ts';

const DOWN = 'The service cannot be reached';

describe('the demo page, failures', () => {
  for (const id of ['9', 'é%', '2/', '2?v=9']) {
    it(`says that there is no product ${id}, and links to the list`, async () => {
      const { page, log } = await openDemo(await serveProducts(), id);
      await expectView(page, 'Product not found', `There is no product with the id “${id}”.`);
      await log.take('the server responded with a status of 404');
      await page.getByText('Ids are whole numbers; pick one from the list.').waitFor();
      if (id === '9') await checkAppearance(page);
      await page.getByRole('link', { name: 'Show all products' }).click();
      await expectView(page, 'All products');
    });
  }

  it('says what to do if the service does not respond, and tries again', async () => {
    const { page, log } = await openRedirected(`${DEMO}?id=2`);
    await expectView(page, DOWN, 'No response from http://localhost:3000/api/products/2');
    await log.take('net::ERR_CONNECTION_REFUSED');
    await page.getByText('Is the service running? Start it with npm start.').waitFor();
    await page.getByText('If it listens elsewhere, give its URL as shown below.').waitFor();
    await page.getByText('?api=localhost:8080').waitFor();
    await checkAppearance(page);

    await redirectDefaultService(page, await serveProducts());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectView(page, 'Burr coffee grinder');
  });

  it('says that it waits, and after 10 seconds that there is no response', async () => {
    const origin = await serve(() => {});
    const { page } = await openDemo(origin);
    await expectView(page, 'Loading…', `Waiting for ${origin}/api/products`);
    await checkAppearance(page);
    await expectView(page, DOWN);
  });

  for (const api of ['name:secret@localhost:3000', 'javascript:alert(1)']) {
    it(`says that there is no response from ${api}`, async () => {
      const { page } = await openDemo(api);
      await expectView(page, DOWN, `No response from http://${api}/api/products`);
    });
  }

  const unexpected = [
    ['', 500, 'application/json', '{"error":"Internal server error"}'],
    ['', 404, 'application/json', '{"error":"Not found"}'],
    ['', 200, 'text/html', '<!doctype html><title>Some other site</title>'],
    ['', 200, 'application/json', '{"id":1,"name":"One","price":1}'],
    ['', 200, 'application/json', '[{"id":"1","name":"One","price":1}]'],
    ['', 200, 'application/json', '[{"id":1,"name":1,"price":1}]'],
    ['', 200, 'application/json', '[{"id":1,"name":"One"}]'],
    ['', 200, 'application/json', '[null]'],
    ['2', 200, 'application/json', '[]'],
    ['2', 200, 'application/json', 'null'],
  ] as const;
  for (const [id, code, type, body] of unexpected) {
    const target = id === '' ? '/api/products' : `/api/products/${id}`;
    it(`says what to do if ${target} returns ${code}, ${type} ${body}`, async () => {
      const origin = await serve((_, response) => {
        response.writeHead(code, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' });
        response.end(body);
      });
      const { page, log } = await openDemo(origin, id);
      const status = `${origin}${target} returned ${code}, ${type}`;
      await expectView(page, 'Unexpected response', status);
      if (code !== 200) await log.take(`the server responded with a status of ${code}`);
      await page.getByText(body, { exact: true }).waitFor();
      await page.getByText('start the service with --log and try again').waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      if (code === 500) await checkAppearance(page);
    });
  }
});

import { fileURLToPath } from 'node:url';
import { launchChromium } from './support/chromium.ts';
import { redirectDefaultService } from './support/default-service.ts';
import { serveProducts } from './support/http-server.ts';

// Takes the screenshot of the demo page in the README.

const DEMO = new URL('../../docs/demo/', import.meta.url);

const browser = await launchChromium();
const page = await browser.newPage({
  viewport: { width: 1120, height: 544 },
  deviceScaleFactor: 1.5,
  colorScheme: 'light',
});
await redirectDefaultService(page, await serveProducts());
await page.goto(new URL('index.html', DEMO).href);
await page.getByRole('table').waitFor();
await page.screenshot({ path: fileURLToPath(new URL('screenshot.png', DEMO)) });
await browser.close();

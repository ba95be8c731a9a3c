import { fileURLToPath } from 'node:url';
import { launchChromium } from './support/chromium.ts';
import { redirectDefaultService } from './support/default-service.ts';
import { DEMO, expectView } from './support/demo.ts';
import { serveProducts } from './support/http-server.ts';

// Takes the screenshot of the demo page in the README.

const browser = await launchChromium();
try {
  const page = await browser.newPage({
    viewport: { width: 1120, height: 544 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
  });
  await redirectDefaultService(page, await serveProducts());
  await page.goto(DEMO);
  await expectView(page, 'All products');
  await page.screenshot({ path: fileURLToPath(new URL('screenshot.png', DEMO)) });
} finally {
  await browser.close();
}

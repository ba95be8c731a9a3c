import { fileURLToPath } from 'node:url';
import { startService } from './support/catalog-service.ts';
import { launchChromium } from './support/chromium.ts';
import { redirectDefaultService } from './support/default-service.ts';
import { DEMO, heading } from './support/demo.ts';

// Takes the screenshot of the demo page in the README.

const browser = await launchChromium();
const service = await startService();
try {
  const page = await browser.newPage({
    viewport: { width: 1120, height: 544 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
  });
  await redirectDefaultService(page, service.origin);
  await page.goto(new URL('index.html', DEMO).href);
  await heading(page, 'All products');
  await page.screenshot({ path: fileURLToPath(new URL('screenshot.png', DEMO)) });
} finally {
  await browser.close();
  await service.stop();
}

import { fileURLToPath } from 'node:url';
import { startService } from './support/catalog-service.ts';
import { launchChromium } from './support/chromium.ts';
import { DEMO } from './support/demo.ts';

// Takes the picture of the demo page that the README shows.

const browser = await launchChromium();
const service = await startService();
try {
  const page = await browser.newPage({
    viewport: { width: 1120, height: 544 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
  });
  // The picture shows the address that the page asks by itself, whichever port was free here.
  await page.route('http://localhost:3000/**', (route) =>
    route.continue({ url: route.request().url().replace('http://localhost:3000', service.origin) }),
  );
  await page.goto(new URL('index.html', DEMO).href);
  await page.getByRole('listitem').first().waitFor();
  await page.screenshot({ path: fileURLToPath(new URL('screenshot.png', DEMO)) });
} finally {
  await browser.close();
  await service.stop();
}

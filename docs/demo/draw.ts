// Takes the pictures of the demo page in README.md. CONTRIBUTING.md has the command.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { launchChromium } from '../../test/browser/support/browsers.ts';
import { serveProducts } from '../../test/browser/support/http-server.ts';

const DEMO = new URL('index.html', import.meta.url).href;
/** The URL that the page shows. Its port need not be free: Chromium asks another. */
const API = 'http://localhost:3000';
const SIZE = { width: 960, height: 508 };

const origin = await serveProducts();
const browser = await launchChromium();
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, deviceScaleFactor: 2 });
  await page.setViewportSize({ width: SIZE.width, height: 540 });
  await page.route(`${API}/**`, (route) =>
    route.continue({ url: route.request().url().replace(API, origin) }),
  );
  await page.goto(DEMO);
  await page.getByText('3 products', { exact: true }).waitFor();
  const input = await page.screenshot({ clip: { x: 0, y: 32, ...SIZE } });
  // With 64 colours, it is a third of the size.
  writeFileSync(`docs/demo-${colorScheme}.png`, execFileSync('pngquant', ['64', '-'], { input }));
}
await browser.close();

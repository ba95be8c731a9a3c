import { type Browser, chromium, firefox } from 'playwright-core';

// Start the system's browsers with temporary profiles. CONTRIBUTING.md says how to install them.

/** The name that Chromium has for 127.0.0.2, which it takes for an address of the internet. */
export const PUBLIC_HTTP = 'public.example';

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    // The sandbox does not start as root, which is what CI often runs as. Every page that the tests
    // open is part of this project.
    chromiumSandbox: false,
    args: [
      // No requests to other machines.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--no-first-run',
      '--ip-address-space-overrides=127.0.0.2/32=public',
      `--host-resolver-rules=MAP ${PUBLIC_HTTP} 127.0.0.2`,
    ],
  });
}

export function launchFirefox(): Promise<Browser> {
  return firefox.launch({
    // Firefox as Mozilla or Debian builds it, driven over WebDriver BiDi.
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX_PATH || '/usr/bin/firefox-esr',
    firefoxUserPrefs: {
      // The viewer of JSON responses is a page that may not fetch.
      'devtools.jsonview.enabled': false,
      // Load a page again when going back: Playwright does not notice one that comes from memory.
      'browser.sessionhistory.max_total_viewers': 0,
    },
  });
}

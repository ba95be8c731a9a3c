import { type Browser, chromium } from 'playwright-core';

/** Starts the system's Chromium with a temporary profile. CONTRIBUTING.md says how to install it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    // The sandbox does not start as root, which is what CI often runs as. Every page that the tests
    // open is part of this project.
    chromiumSandbox: false,
    // No requests to other machines.
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/**
 * Starts the system's Chromium with a temporary profile.
 * @throws {Error} if it is not installed; the message says how to install it
 */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(PATH)) {
    throw new Error(
      `no Chromium at ${PATH}: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH`,
    );
  }
  return chromium.launch({
    executablePath: PATH,
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

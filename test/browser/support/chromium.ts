import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/**
 * Starts the system's Chromium, with a profile of its own that is thrown away.
 * @throws {Error} when there is none; the message says how to get one
 */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(PATH)) {
    const error = new Error(
      `no Chromium at ${PATH}: install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to where yours is`,
    );
    error.stack = String(error); // Where it was noticed helps nobody.
    throw error;
  }
  return chromium.launch({
    executablePath: PATH,
    // It is to talk to this machine and to nobody else. Its sandbox refuses to run as root, as
    // which CI often does, and everything that it opens here is this project's own.
    chromiumSandbox: false,
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

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { LIMITS } from '../../src/graceful-server/limits.ts';

/** A setting in seconds of a file in docs/deploy, in milliseconds. */
function millisecondsOf(file: string, setting: RegExp): number {
  return Number(setting.exec(readFileSync(`docs/deploy/${file}`, 'utf8'))?.[1]) * 1000;
}

/**
 * A proxy or supervisor that is set up as these files say loses no request: its times fit the
 * service's own.
 */
describe('docs/deploy', () => {
  it('has nginx close an idle connection before the service does', () => {
    const timeout = millisecondsOf('nginx.conf', /^ *keepalive_timeout (\d+)s;$/m);
    expect(timeout).to.be.below(LIMITS.keepAliveTimeout);
  });

  it('has systemd allow more time for a stop than the service takes', () => {
    const timeout = millisecondsOf('product-catalogue@.service', /^TimeoutStopSec=(\d+)$/m);
    expect(timeout).to.be.above(LIMITS.stopTimeout);
  });
});

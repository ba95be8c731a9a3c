import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import { LIMITS } from '../../src/graceful-server/limits.ts';

const read = (file: string) => readFileSync(`docs/deploy/${file}`, 'utf8');

/** A setting in seconds of a file in docs/deploy, in milliseconds. */
function millisecondsOf(file: string, setting: RegExp): number {
  return Number(setting.exec(read(file))?.[1]) * 1000;
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

  it('has Kubernetes allow more time for a stop than preStop and the service take together', () => {
    const [deployment] = parseAllDocuments(read('kubernetes.yaml')).map((each) => each.toJS());
    const { spec } = deployment.spec.template;
    const pause: number = spec.containers[0].lifecycle.preStop.sleep.seconds;
    const seconds: number = spec.terminationGracePeriodSeconds - pause;
    expect(seconds * 1000).to.be.above(LIMITS.stopTimeout);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import request from 'supertest';
import { parseAllDocuments } from 'yaml';
import { createHandler } from '../../src/adapters/http/create-server.ts';
import { defaultLimits } from '../../src/adapters/http/server/limits.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';

/** The number of seconds that a file in docs/deploy has for a setting, in milliseconds. */
function millisecondsOf(file: string, setting: RegExp): number {
  return Number(setting.exec(readFileSync(`docs/deploy/${file}`, 'utf8'))?.[1]) * 1000;
}

/**
 * A proxy or supervisor that is set up as these files say loses no request: their times fit the service's own.
 * The ports, labels and probes of the Kubernetes manifest fit the service, too; no test runs it on a cluster.
 * The other files are run, in `test/fleet`, `test/systemd` and `.ci/image`.
 */
describe('docs/deploy', () => {
  for (const file of ['nginx.conf', 'nginx-site.conf']) {
    it(`has ${file} close an idle connection before the service does`, () => {
      const timeout = millisecondsOf(file, /^ *keepalive_timeout (\d+)s;$/m);
      expect(timeout).to.be.below(defaultLimits.keepAliveTimeout);
    });
  }

  it('has systemd hold a socket that only this machine can reach', () => {
    const socket = readFileSync('docs/deploy/product-catalogue@.socket', 'utf8');
    expect(socket).to.match(/^ListenStream=127\.0\.0\.1:%i$/m);
  });

  it('has systemd allow more time for a stop than the service takes', () => {
    const timeout = millisecondsOf('product-catalogue@.service', /^TimeoutStopSec=(\d+)$/m);
    expect(timeout).to.be.above(defaultLimits.stopTimeout);
  });
});

describe('docs/deploy/kubernetes.yaml', () => {
  const manifest = parseAllDocuments(readFileSync('docs/deploy/kubernetes.yaml', 'utf8'));
  const [deployment, service] = manifest.map((document) => document.toJS());
  const { selector, template } = deployment.spec;
  const [container] = template.spec.containers;

  it('allows more time for a stop than preStop and the service take together', () => {
    const pause = container.lifecycle.preStop.sleep.seconds;
    const seconds = template.spec.terminationGracePeriodSeconds - pause;
    expect(seconds * 1000).to.be.above(defaultLimits.stopTimeout);
  });

  it('starts what the image starts', () => {
    expect(container).not.to.have.property('command');
  });

  it('sends requests to the port that the service listens on', () => {
    const [{ name, containerPort }] = container.ports;
    expect(container.env).to.deep.include({ name: 'PORT', value: String(containerPort) });
    const { startupProbe, readinessProbe, livenessProbe } = container;
    const probed = [startupProbe.tcpSocket, readinessProbe.tcpSocket, livenessProbe.httpGet];
    expect(probed.map(({ port }) => port)).to.deep.equal([name, name, name]);
    expect(service.spec.ports[0].targetPort).to.equal(name);
  });

  it('selects the instances that it starts', () => {
    expect(selector.matchLabels).to.deep.equal(template.metadata.labels);
    expect(service.spec.selector).to.deep.equal(template.metadata.labels);
  });

  it('probes a target whose answer is 200 for any catalogue', async () => {
    const empty = createHandler(new MemoryCatalog([]));
    const { status } = await request(empty).get(container.livenessProbe.httpGet.path);
    expect(status).to.equal(200);
  });
});

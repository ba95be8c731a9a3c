import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import request from 'supertest';
import { parseAllDocuments } from 'yaml';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { readSettings } from '../../src/cli/settings.ts';
import { createHandler } from '../../src/create-server.ts';
import { defaultLimits } from '../../src/http-server/limits.ts';

/** The number of seconds that a file in docs/deploy has for a setting, in milliseconds. */
function millisecondsOf(file: string, setting: RegExp): number {
  return Number(setting.exec(readFileSync(`docs/deploy/${file}`, 'utf8'))?.[1]) * 1000;
}

/**
 * A proxy or supervisor that is set up as these files say loses no request: their times fit the service's own.
 * The settings, labels and probes of the Kubernetes manifest fit the service, too; no test starts a cluster.
 * The other files are run, in `test/fleet` and `.ci/image`.
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
  // With the lines for a catalogue file.
  const text = readFileSync('docs/deploy/kubernetes.yaml', 'utf8').replaceAll(/^#file /gm, '');
  const [deployment, service, budget] = parseAllDocuments(text).map((each) => each.toJS());
  const { metadata, spec } = deployment.spec.template;
  const [container] = spec.containers;

  it('allows more time for a stop than preStop and the service take together', () => {
    const pause = container.lifecycle.preStop.sleep.seconds;
    const seconds = spec.terminationGracePeriodSeconds - pause;
    expect(seconds * 1000).to.be.above(defaultLimits.stopTimeout);
  });

  it('has the service listen on the port of the container, and read a file in the mounted folder', () => {
    const variables: { name: string; value: string }[] = container.env;
    const environment = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
    const settings = readSettings([], environment, 1);
    const { containerPort } = container.ports[0];
    expect(settings).to.have.nested.property('address.port', containerPort);
    expect(settings)
      .to.have.property('path')
      .that.includes(`${container.volumeMounts[0].mountPath}/`);
  });

  it('has the Service and the disruption budget select the instances that it starts', () => {
    for (const selected of [service.spec.selector, budget.spec.selector.matchLabels]) {
      expect(selected).to.deep.equal(metadata.labels);
    }
  });

  for (const probe of ['readinessProbe', 'livenessProbe']) {
    it(`has a ${probe} that succeeds with any catalogue`, async () => {
      for (const products of [[], sampleProducts]) {
        const app = createHandler(new MemoryCatalog(products));
        await request(app).get(container[probe].httpGet.path).expect(200);
      }
    });
  }
});

describe('docs/operations.md', () => {
  it('has each limit as the service has it, wherever it names one', () => {
    const units: Record<string, number> = { s: 1000, KiB: 1024, requests: 1 };
    // `stopTimeout`, 10 s or, in the table, `stopTimeout` | 10 s
    const documented = readFileSync('docs/operations.md', 'utf8').matchAll(
      /`(\w+)`(?:,| \|) (\d+) (s|KiB|requests)\b/g,
    );
    const limits = Array.from(documented, ([, name, amount, unit = '']) => {
      return `${name}: ${Number(amount) * Number(units[unit])}`;
    });
    expect([...new Set(limits)]).to.have.members(
      Object.entries(defaultLimits).map(([name, value]) => `${name}: ${value}`),
    );
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import request from 'supertest';
import { parseAllDocuments } from 'yaml';
import { createApp } from '../../src/adapters/http/app.ts';
import { defaultLimits } from '../../src/adapters/http/server/limits.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';

const unit = readFileSync('docs/deploy/product-catalogue@.service', 'utf8');
const socket = readFileSync('docs/deploy/product-catalogue@.socket', 'utf8');
const [deployment, service] = parseAllDocuments(
  readFileSync('docs/deploy/kubernetes.yaml', 'utf8'),
).map((document) => document.toJS() as unknown) as [Deployment, Service];

interface Probe {
  readonly tcpSocket?: { readonly port: string };
  readonly httpGet?: { readonly port: string; readonly path: string };
}

interface Container {
  readonly command?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
}

interface Deployment {
  readonly spec: {
    readonly selector: { readonly matchLabels: object };
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
        readonly containers: readonly [Container];
      };
    };
  };
}

interface Service {
  readonly spec: { readonly selector: object; readonly ports: [{ readonly targetPort: string }] };
}

const { name, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  bin: Record<string, string>;
};
const dockerfile = readFileSync('Dockerfile', 'utf8');

for (const path of ['docs/deploy/nginx.conf', 'docs/deploy/nginx-site.conf']) {
  describe(path, () => {
    it('closes an idle connection before the service does', () => {
      const [, seconds] = /^ *keepalive_timeout (\d+)s;$/m.exec(readFileSync(path, 'utf8')) ?? [];
      expect(Number(seconds) * 1000).to.be.below(defaultLimits.keepAliveTimeout);
    });
  });
}

describe('docs/deploy/product-catalogue@.service', () => {
  it('starts the command of the package that is installed in /opt', () => {
    const path = `/opt/product-catalogue/current/lib/node_modules/${name}/${bin[name]}`;
    expect(unit).to.include(`\nExecStart=/usr/bin/node ${path}\n`);
  });

  it('requires the socket of the same port', () => {
    expect(unit).to.match(/^Requires=product-catalogue@%i\.socket$/m);
    expect(socket).to.match(/^ListenStream=127\.0\.0\.1:%i$/m);
  });

  it('allows more time for a stop than the service takes', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    expect(Number(seconds) * 1000).to.be.above(defaultLimits.stopTimeout);
  });
});

describe('docs/deploy/kubernetes.yaml', () => {
  const { selector, template } = deployment.spec;
  const [container] = template.spec.containers;

  it("runs the command of the image, which is the package's", () => {
    expect(container.command).to.equal(undefined);
    expect(dockerfile).to.include(`\nENTRYPOINT ["node", "/app/${bin[name]}"]\n`);
  });

  it('runs as the user of the image', () => {
    const { runAsUser, runAsGroup } = template.spec.securityContext;
    expect(dockerfile).to.include(`\nUSER ${runAsUser}:${runAsGroup}\n`);
  });

  it('sends requests to the port that the service listens on', () => {
    const port = container.env.find(({ name }) => name === 'PORT')?.value;
    expect(container.ports).to.deep.equal([{ name: 'http', containerPort: Number(port) }]);
    expect(service.spec.ports[0].targetPort).to.equal('http');
    for (const { tcpSocket, httpGet } of [
      container.startupProbe,
      container.readinessProbe,
      container.livenessProbe,
    ]) {
      expect((tcpSocket ?? httpGet)?.port).to.equal('http');
    }
  });

  it('selects the instances that it starts', () => {
    expect(selector.matchLabels).to.deep.equal(template.metadata.labels);
    expect(service.spec.selector).to.deep.equal(template.metadata.labels);
  });

  it('probes a target whose answer is 200 for any catalogue', async () => {
    const empty = createApp(new MemoryCatalog([])).callback();
    const path = container.livenessProbe.httpGet?.path ?? 'none';
    expect((await request(empty).get(path)).status).to.equal(200);
  });

  it('allows more time for a stop than preStop and the service take together', () => {
    const pause = container.lifecycle.preStop.sleep.seconds;
    const seconds = template.spec.terminationGracePeriodSeconds - pause;
    expect(seconds * 1000).to.be.above(defaultLimits.stopTimeout);
  });
});

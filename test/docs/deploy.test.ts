import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import { LIMITS } from '../../src/graceful-server/limits.ts';

const read = (name: string) => readFileSync(`docs/deploy/${name}`, 'utf8');
const millisecondsIn = (name: string, setting: RegExp) =>
  Number(setting.exec(read(name))?.[1]) * 1000;

/** What has to agree in these files, and with the service. */
describe('docs/deploy', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((each) => each.toJS());
  const [deployment, service, budget] = documents;
  const { metadata, spec } = deployment.spec.template;
  const [container] = spec.containers;

  it('has nginx close an idle connection before the service does', () => {
    const timeout = millisecondsIn('nginx.conf', /^ *keepalive_timeout (\d+)s;$/m);
    expect(timeout).to.be.below(LIMITS.keepAliveTimeout);
  });

  it('allows more time for a stop than the service takes', () => {
    const systemd = millisecondsIn('product-catalogue@.service', /^TimeoutStopSec=(\d+)$/m);
    expect(systemd).to.be.above(LIMITS.stopTimeout);
    const { seconds } = container.lifecycle.preStop.sleep;
    const kubernetes = (spec.terminationGracePeriodSeconds - seconds) * 1000;
    expect(kubernetes).to.be.above(LIMITS.stopTimeout);
  });

  it('leads Kubernetes to the file, and its requests and probes to the port', () => {
    const [{ name, mountPath }] = container.volumeMounts;
    const [{ name: port, containerPort }] = container.ports;
    expect(name).to.equal(spec.volumes[0].name);
    expect(container.env).to.deep.equal([
      { name: 'PORT', value: String(containerPort) },
      { name: 'PRODUCTS_FILE', value: `${mountPath}/products.json` },
    ]);
    expect(service.spec.ports[0].targetPort).to.equal(port);
    for (const selector of [service.spec.selector, budget.spec.selector.matchLabels]) {
      expect(selector).to.deep.equal(metadata.labels);
    }
    expect(container.startupProbe.tcpSocket).to.deep.equal({ port });
    for (const { httpGet } of [container.readinessProbe, container.livenessProbe]) {
      expect(httpGet).to.deep.equal({ path: '/api/products', port });
    }
  });
});

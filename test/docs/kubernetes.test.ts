import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import { LIMITS } from '../../src/graceful-server/limits.ts';

/** What has to agree in it; .ci/kubernetes compares only the types of its values. */
describe('docs/deploy/kubernetes.yaml', () => {
  function read() {
    const documents = parseAllDocuments(readFileSync('docs/deploy/kubernetes.yaml', 'utf8'));
    const [deployment, service, budget] = documents.map((each) => each.toJS());
    const { metadata, spec } = deployment.spec.template;
    return { metadata, spec, container: spec.containers[0], service, budget };
  }

  it('gives the service the port and the file that are declared and mounted', () => {
    const { spec, container } = read();
    const { name, mountPath } = container.volumeMounts[0];
    expect(name).to.equal(spec.volumes[0].name);
    expect(container.env).to.deep.equal([
      { name: 'PORT', value: String(container.ports[0].containerPort) },
      { name: 'PRODUCTS_FILE', value: `${mountPath}/products.json` },
    ]);
  });

  it('leads requests and probes to that port', () => {
    const { metadata, container, service, budget } = read();
    const port = container.ports[0].name;
    expect(service.spec.ports[0].targetPort).to.equal(port);
    expect(service.spec.selector).to.deep.equal(metadata.labels);
    expect(budget.spec.selector.matchLabels).to.deep.equal(metadata.labels);
    expect(container.startupProbe.tcpSocket).to.deep.equal({ port });
    for (const { httpGet } of [container.readinessProbe, container.livenessProbe]) {
      expect(httpGet).to.deep.equal({ path: '/api/products', port });
    }
  });

  it('requests some of a processor, and no more memory than its limit', () => {
    const { requests, limits } = read().container.resources;
    expect(requests.cpu).to.match(/^\d+m$/);
    const mebibytes = (quantity: string) => Number(/^(\d+)Mi$/.exec(quantity)?.[1]);
    expect(mebibytes(limits.memory)).to.be.at.least(mebibytes(requests.memory));
  });

  it('allows more time for a stop than preStop and the service take together', () => {
    const { spec, container } = read();
    const seconds = spec.terminationGracePeriodSeconds - container.lifecycle.preStop.sleep.seconds;
    expect(seconds * 1000).to.be.above(LIMITS.stopTimeout);
  });
});

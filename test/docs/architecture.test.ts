import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { TextCatalog } from '../../docs/examples/text-catalog.ts';
import { InvalidProductError } from '../../src/domain/product.ts';
import { describeProductCatalog } from '../domain/product-catalog.suite.ts';

const architecture = readFileSync('docs/architecture.md', 'utf8');

describeProductCatalog('TextCatalog, the example in docs/architecture.md', (products) => {
  return new TextCatalog(products.map((p) => `${p.id}\t${p.price}\t${p.name}`).join('\n'));
});

describe('docs/architecture.md', () => {
  it('shows the example that is tested here', () => {
    expect(architecture).to.include(readFileSync('docs/examples/text-catalog.ts', 'utf8'));
    expect(() => new TextCatalog('one\t2\tTea')).to.throw(InvalidProductError, '[0].id: expected');
  });

  it('lists every dependency, and nothing else', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = Array.from(architecture.matchAll(/^\| `([^`]+)` \|/gm), ([, name]) => name);
    const installed = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
    expect(named).to.have.members(installed);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';

describe('package.json', () => {
  // `true` would mean the same to npm, but Yarn 1 cannot install a package that has it.
  it('lists all dependencies as those that the package contains', () => {
    const { dependencies, bundleDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(bundleDependencies).to.deep.equal(Object.keys(dependencies));
  });
});

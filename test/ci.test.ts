import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** A check that is added to one of both is not forgotten in the other. */
describe('.github/workflows/ci.yml', () => {
  it('has the checks of .ci/run', () => {
    const [, list = ''] = /^checks=\((.*?)^\)$/ms.exec(readFileSync('.ci/run', 'utf8')) ?? [];
    const checks = Array.from(list.matchAll(/^ *'?([^#'\n]+)'?$/gm), ([, check]) => check);
    const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
    const steps = workflow.matchAll(
      /\brun: (?!npm ci$|sudo apt-get )(?:sudo env "PATH=\$PATH" )?(.+)$/gm,
    );
    expect(Array.from(steps, ([, command]) => command)).to.deep.equal(checks);
  });
});

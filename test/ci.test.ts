import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';

type Job = { readonly 'runs-on': string; readonly steps: readonly { readonly run?: string }[] };

/** A check that is added to one of both is not forgotten in the other. */
describe('.github/workflows/ci.yml', () => {
  it('has the checks of .ci/run in its jobs on Linux', () => {
    const [, list = ''] = /^checks=\((.*?)^\)$/ms.exec(readFileSync('.ci/run', 'utf8')) ?? [];
    const checks = Array.from(list.matchAll(/^ *'?([^#'\n]+)'?$/gm), ([, check]) => check);
    const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8'));
    const onLinux = Object.values<Job>(jobs).filter((job) => job['runs-on'].startsWith('ubuntu-'));
    const commands = onLinux
      .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
      .filter((command) => !/^npm ci$|^sudo apt-get /.test(command))
      .map((command) => command.replace('sudo env "PATH=$PATH" ', ''));
    expect(commands).to.deep.equal(checks);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(path, 'utf8');
const ciRun = read('.ci/run');
const workflow = parse(read('.github/workflows/ci.yml')) as Workflow;

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly steps: readonly { readonly run?: string }[];
}

const documents = ['.', 'docs', '.github', '.github/ISSUE_TEMPLATE'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** What a person would follow: links lead somewhere, and the checks are those that run. */
describe('the links between the documents', () => {
  for (const path of documents) {
    it(`lead somewhere in ${path}`, () => {
      for (const [, target = ''] of read(path).matchAll(/\]\(([^)]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [file = '', anchor] = target.split('#');
        const linked = file === '' ? path : join(dirname(path), file);
        expect(existsSync(linked), `${target} in ${path}`).to.equal(true);
        if (anchor !== undefined) expect(anchors(linked), target).to.include(anchor);
      }
    });
  }
});

describe('CONTRIBUTING.md', () => {
  it('says which of the commands .ci/run runs', () => {
    const rows = read('CONTRIBUTING.md').matchAll(/^\| `([^`]+)` \|.*\| (yes|no) \|$/gm);
    const commands = Array.from(rows, ([, command = '', isRun]) => ({ command, isRun }));
    expect(commands).to.have.length.above(5);
    for (const { command, isRun } of commands) {
      expect(ciRun.includes(` ${command}`) ? 'yes' : 'no', command).to.equal(isRun);
    }
  });
});

describe('.github/workflows/ci.yml', () => {
  it('runs only what .ci/run runs too', () => {
    for (const { run } of Object.values(workflow.jobs).flatMap(({ steps }) => steps)) {
      if (run !== undefined) expect(ciRun).to.include(run.replace('sudo ', ''));
    }
  });
});

/** The anchors of the headings in a Markdown file, as GitHub makes them. */
function anchors(path: string): string[] {
  return Array.from(read(path).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

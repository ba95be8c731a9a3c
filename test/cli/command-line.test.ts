import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { help, options, parseCommandLine, SettingsError } from '../../src/cli/command-line.ts';

/** A wrong option is refused by its name, and every option is documented. */
describe('parseCommandLine', () => {
  const list = '--help lists all options';
  for (const [args, message] of [
    ['--wat.x', `no such option "--wat.x"; ${list}`],
    ['a.json --log --color', `no such option "--color"; ${list}`],
    ['--constructor', `no such option "--constructor"; ${list}`],
    ['-l', 'no such option "-l"; did you mean --log?'],
    ['--prot', 'no such option "--prot"; did you mean --port?'],
    ['--top', `no such option "--top"; ${list}`],
    ['--pots', `no such option "--pots"; ${list}`],
    ['--watch=yes', '--watch takes no value'],
    ['--host', '--host needs a value'],
  ] as const) {
    it(`refuses ${args}`, () => {
      expect(() => parseCommandLine(args.split(' '), {}))
        .to.throw(SettingsError)
        .with.property('message', message);
    });
  }
});

describe('help, README.md and docs/operations.md', () => {
  for (const [name, option] of Object.entries(options)) {
    it(`describe --${name}`, () => {
      const short = 'short' in option ? `-${option.short}, ` : '';
      expect(help).to.match(new RegExp(`^ {2}${short}--${name} `, 'm'));
      // The two that need no table: they are found by whoever asks for them.
      if (['help', 'version'].includes(name)) return;
      for (const path of ['README.md', 'docs/operations.md']) {
        expect(readFileSync(path, 'utf8'), path).to.match(new RegExp(`^\\| .*\`--${name}\\b`, 'm'));
      }
    });
  }

  it('name every variable with its default in the help, which fits into a terminal', () => {
    expect(help.match(/\([A-Z].*\)/g)).to.deep.equal([
      '(PRODUCTS_FILE; default: three sample products)',
      '(PORT; default: 3000)',
      '(HOST; default: all interfaces, IPv4 and IPv6)',
    ]);
    for (const line of help.split('\n')) expect(line).to.have.length.at.most(80);
  });
});

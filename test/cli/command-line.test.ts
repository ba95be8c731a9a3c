import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { help, options, parseCommandLine, SettingsError } from '../../src/cli/command-line.ts';

/** A wrong option is refused by its name, and every option is documented. */
describe('parseCommandLine', () => {
  for (const [arg, message] of [
    ['--wat', 'unknown option --wat; --help lists all'],
    ['-x', 'unknown option -x; --help lists all'],
    ['--watch=yes', '--watch: expected no value, got "yes"'],
  ] as const) {
    it(`refuses ${arg}`, () => {
      expect(() => parseCommandLine([arg]))
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

  it('describe every variable, with its default in the help', () => {
    for (const name of ['CATALOG_FILE', 'PORT', 'HOST']) {
      expect(help).to.match(new RegExp(`\\(${name}; default: .+\\)`));
    }
  });
});

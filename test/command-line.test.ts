import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { help, options, parseCommandLine, SettingsError } from '../src/command-line.ts';

/** What is wrong with an option is said in one line, and every option is documented. */
describe('parseCommandLine', () => {
  const refusals: [args: string[], message: string][] = [
    [['-p'], '-p: expected a port, got nothing'],
    [['--port='], '--port: expected a port, got nothing'],
    [['--host', '-p', '80'], '--host: expected an address, got "-p"'],
    [['--help=yes'], '--help: expected no value, got "yes"'],
    [['--wach'], "Unknown option '--wach'; did you mean --watch?"],
    [['--prot', '80'], "Unknown option '--prot'; did you mean --port?"],
    [['--ports'], "Unknown option '--ports'; did you mean --port?"],
    [['--unknown'], "Unknown option '--unknown'"],
    [['--constructor'], "Unknown option '--constructor'"],
    [['-q', '80'], "Unknown option '-q'"],
    [['--un\nknown'], "Unknown option '--un\\nknown'"],
  ];
  for (const [args, message] of refusals) {
    it(`refuses ${JSON.stringify(args)}`, () => {
      expect(() => parseCommandLine(args))
        .to.throw(SettingsError)
        .with.property('message', message);
    });
  }

  it('takes values that begin with a dash after an equals sign', () => {
    expect(parseCommandLine(['--port=-1', '--host=-a']).values).to.include({
      port: '-1',
      host: '-a',
    });
  });
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

  it('fit into 80 columns of a terminal', () => {
    for (const line of help.split('\n')) expect(line).to.have.length.below(81);
  });
});

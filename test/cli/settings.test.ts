import { expect } from 'chai';
import { HELP, OPTIONS, readSettings, SettingsError } from '../../src/cli/settings.ts';

type Environment = Record<string, string>;

const PID = 7;
const defaults = {
  action: 'serve',
  path: undefined,
  watch: false,
  log: false,
  delay: 0,
  fail: 0,
  address: { port: 3000 },
};

/** What the command line and the environment mean together, and what is refused. */
describe('readSettings', () => {
  const variables = { PRODUCTS_FILE: 'a.json', PORT: '8080', HOST: '127.0.0.1' };
  const fromVariables = { path: 'a.json', address: { port: 8080, host: '127.0.0.1' } };
  const passed = { LISTEN_PID: String(PID), LISTEN_FDS: '1' };
  const inherited = { address: { fd: 3 } };
  const npm = { npm_lifecycle_event: 'start' };

  /** The last column has what the row is about. */
  const settings: [args: string, environment: Environment, expected: object][] = [
    ['', {}, defaults],
    ['', { PRODUCTS_FILE: '', PORT: '', HOST: '' }, defaults],
    ['--watch', variables, { ...fromVariables, watch: true }],
    ['b.json', variables, { ...fromVariables, path: 'b.json' }],
    ['--port 0 -H ::', variables, { path: 'a.json', address: { port: 0, host: '::' } }],
    ['-p 65535', { PORT: 'nonsense' }, { address: { port: 65535 } }],
    ['a.json -w --log', {}, { path: 'a.json', watch: true, log: true }],
    ['-- -a.json', {}, { path: '-a.json' }],
    ['--delay 30000 --fail 100', {}, { delay: 30_000, fail: 100 }],
    ['--port 80', { ...passed, PORT: 'nonsense' }, inherited],
    ['', { ...passed, LISTEN_PID: '8' }, { address: { port: 3000 } }],
    ['', { ...passed, LISTEN_FDS: '0' }, { address: { port: 3000 } }],
    ['--port 80', { ...npm, npm_config_port: '4000' }, { address: { port: 80 } }],
    ['', { npm_lifecycle_event: 'start:shop', npm_config_port: '4000' }, defaults],
  ];
  for (const [args, environment, expected] of settings) {
    it(`reads "${lineOf(args, environment)}"`, () => {
      expect(read(args, environment)).to.deep.include(expected);
    });
  }

  it('reads "--check -", whatever else is wrong', () => {
    expect(read('--check -', { PORT: 'nonsense' })).to.deep.equal({ action: 'check', path: '-' });
  });

  const actions = { '--help': 'help', '-h b': 'help', '--version': 'version', '-v': 'version' };
  for (const [args, action] of Object.entries(actions)) {
    it(`reads "${args}", whatever else is wrong`, () => {
      expect(read(args, { PORT: 'nonsense' })).to.deep.equal({ action });
    });
  }

  for (const [args, option] of [
    ['a.json --color', "'--color'"],
    ['--port --log', "'--port'"],
  ] as const) {
    it(`refuses "${args}", in one sentence of Node`, () => {
      const message = RegExp(`^\\w[^.\\n]* ${option}[^.\\n]*; see --help$`);
      expect(() => read(args, {})).to.throw(SettingsError, message);
    });
  }

  const range = 'expected a whole number from 0 to';
  const advice =
    'options belong after "--", as in npm start -- products.json --watch; in PowerShell, "--" may need its quotes';
  const refusals: [args: string, environment: Environment, message: string][] = [
    ['--host=', {}, '--host: expected a host name or address, got ""'],
    ['--port 65536', {}, `--port: ${range} 65535, got "65536"`],
    ['--port=-1', {}, `--port: ${range} 65535, got "-1"`],
    ['--port 80.5', {}, `--port: ${range} 65535, got "80.5"`],
    ['--port=', {}, `--port: ${range} 65535, got ""`],
    ['', { PORT: '1e3' }, `PORT: ${range} 65535, got "1e3"`],
    ['--delay 30001', {}, `--delay: ${range} 30000, got "30001"`],
    ['--fail 101', {}, `--fail: ${range} 100, got "101"`],
    ['--watch', {}, '--watch needs the path of a file'],
    ['- --watch', {}, '--watch needs the path of a file'],
    ['--check', {}, '--check needs a file'],
    ['a.json b.json', {}, 'expected one file, got "a.json", "b.json"'],
    ['a.json --log', { ...npm, npm_config_watch: 'true' }, `npm took --watch: ${advice}`],
    [
      '4000',
      { npm_lifecycle_event: 'dev', npm_config_watch: 'true', npm_config_port: 'true' },
      `npm took --watch, --port: ${advice}`,
    ],
    ['', { ...passed, LISTEN_FDS: '2' }, 'LISTEN_FDS: expected one socket, got 2'],
  ];
  for (const [args, environment, message] of refusals) {
    it(`refuses "${lineOf(args, environment)}"`, () => {
      expect(() => read(args, environment))
        .to.throw(SettingsError)
        .with.property('message', message);
    });
  }
});

describe('help', () => {
  for (const [name, option] of Object.entries(OPTIONS)) {
    it(`describes --${name}`, () => {
      const short = 'short' in option ? `-${option.short}, ` : '';
      expect(HELP).to.match(new RegExp(`^ {2}${short}--${name} `, 'm'));
    });
  }

  it('gives examples that are valid', () => {
    const examples = HELP.match(/(?<=^ {2}product-catalogue ).*/gm) ?? expect.fail('no examples');
    for (const args of examples) expect(read(args, {})).to.include({ action: 'serve' });
  });

  it('gives the variables and the defaults', () => {
    const { address, delay, fail } = defaults;
    const found = Array.from(HELP.matchAll(/(\w+; )?default: [^)]+/g), ([text]) => text);
    expect(found).to.deep.equal([
      'PRODUCTS_FILE; default: three sample products',
      `PORT; default: ${address.port}`,
      'HOST; default: all interfaces, IPv4 and IPv6',
      `default: ${delay}`,
      `default: ${fail}`,
    ]);
  });

  it('fits into a terminal', () => {
    for (const line of HELP.split('\n')) expect(line).to.have.length.at.most(80);
  });
});

/** What is tried, as a shell takes it. */
function lineOf(args: string, environment: Environment): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return [...variables, args].join(' ').trim();
}

function read(args: string, environment: Environment) {
  return readSettings(args === '' ? [] : args.split(' '), environment, PID);
}

import { expect } from 'chai';
import { HELP, OPTIONS, readSettings, SettingsError } from '../../src/cli/settings.ts';

/** What is tried. Without arguments or variables, there are none. */
interface Row {
  readonly args?: string;
  readonly env?: Record<string, string>;
}

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
  const fromVariables = { ...defaults, path: 'a.json', address: { port: 8080, host: '127.0.0.1' } };
  const wrong = { PORT: 'nonsense' };
  const passed = { LISTEN_PID: String(PID), LISTEN_FDS: '1' };

  const read: (Row & { settings: object })[] = [
    { settings: defaults },
    { env: { PRODUCTS_FILE: '', PORT: '', HOST: '' }, settings: defaults },
    { env: variables, settings: fromVariables },
    { args: 'b.json', env: variables, settings: { ...fromVariables, path: 'b.json' } },
    {
      args: '-H ::',
      env: variables,
      settings: { ...fromVariables, address: { port: 8080, host: '::' } },
    },
    { args: '-p 0', env: wrong, settings: { ...defaults, address: { port: 0 } } },
    { args: '--port 65535', env: wrong, settings: { ...defaults, address: { port: 65535 } } },
    { args: 'a.json -w', settings: { ...defaults, path: 'a.json', watch: true } },
    { args: '-- -a.json', settings: { ...defaults, path: '-a.json' } },
    { args: '--log', settings: { ...defaults, log: true } },
    { args: '--delay 30000', settings: { ...defaults, delay: 30_000 } },
    { args: '--fail 100', settings: { ...defaults, fail: 100 } },
    { args: '-p 80', env: { ...passed, ...wrong }, settings: { ...defaults, address: { fd: 3 } } },
    { env: { ...passed, LISTEN_PID: '8' }, settings: defaults },
    { env: { ...passed, LISTEN_FDS: '0' }, settings: defaults },
    { env: { npm_lifecycle_event: 'start:shop', npm_config_port: '4000' }, settings: defaults },
    { args: '--check -', env: wrong, settings: { action: 'check', path: '-' } },
    { args: '-h b', env: wrong, settings: { action: 'help' } },
    { args: '--version', env: wrong, settings: { action: 'version' } },
  ];
  for (const { settings, ...row } of read) {
    it(`reads "${lineOf(row)}"`, () => {
      expect(settingsOf(row)).to.deep.equal(settings);
    });
  }

  const range = 'expected a whole number from 0 to';
  const port = `--port or PORT: ${range} 65535`;
  const taken = { npm_config_watch: 'true', npm_config_port: 'true' };
  const npmTook =
    'npm took --watch, --port: options belong after "--", as in npm start -- products.json --watch; in PowerShell, "--" may need its quotes';
  const refused: (Row & { message: string })[] = [
    { args: '--port 65536', message: `${port}, got "65536"` },
    { args: '--port=-1', message: `${port}, got "-1"` },
    { env: { PORT: '1e3' }, message: `${port}, got "1e3"` },
    { args: '--host=', message: '--host: expected a name or an address, got ""' },
    { args: '--delay 30001', message: `--delay: ${range} 30000, got "30001"` },
    { args: '--fail 0.5', message: `--fail: ${range} 100, got "0.5"` },
    { args: '--watch', message: '--watch needs the path of a file' },
    { args: '- --watch', message: '--watch needs the path of a file' },
    { args: '--check', message: '--check needs a file' },
    { args: 'a.json b.json', message: 'expected one file, got ["a.json","b.json"]' },
    { args: '4000', env: { ...taken, npm_lifecycle_event: 'start' }, message: npmTook },
    { env: { ...taken, npm_lifecycle_event: 'dev' }, message: npmTook },
    { env: { ...passed, LISTEN_FDS: '2' }, message: 'LISTEN_FDS: expected one socket, got 2' },
  ];
  for (const { message, ...row } of refused) {
    it(`refuses "${lineOf(row)}"`, () => {
      expect(() => settingsOf(row))
        .to.throw(SettingsError)
        .with.property('message', message);
    });
  }

  for (const args of ['a.json --color', '--port --log']) {
    it(`refuses "${args}", in one sentence of Node`, () => {
      const message = /^\w[^.\n]* '--(color|port)'[^.\n]*; see --help$/;
      expect(() => settingsOf({ args })).to.throw(SettingsError, message);
    });
  }
});

describe('help', () => {
  it('describes each option, and fits into a terminal', () => {
    for (const [name, option] of Object.entries(OPTIONS)) {
      const short = 'short' in option ? `-${option.short}, ` : '';
      expect(HELP).to.match(new RegExp(`^ {2}${short}--${name} `, 'm'));
    }
    for (const line of HELP.split('\n')) expect(line).to.have.length.at.most(80);
  });
});

/** What is tried, as a shell takes it. */
function lineOf({ args = '', env = {} }: Row): string {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), args].join(' ').trim();
}

function settingsOf({ args = '', env = {} }: Row) {
  return readSettings(args === '' ? [] : args.split(' '), env, PID);
}

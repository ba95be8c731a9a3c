import { expect } from 'chai';
import { SettingsError } from '../../src/cli/command-line.ts';
import { readSettings } from '../../src/cli/settings.ts';

type Environment = Record<string, string>;

const defaults = {
  action: 'serve',
  path: undefined,
  watch: false,
  log: false,
  address: { port: 3000, host: '' },
};
const PID = 7;

/** What the command line and the environment mean together, and what is refused. */
describe('readSettings', () => {
  const passed = { LISTEN_PID: String(PID), LISTEN_FDS: '1' };
  const onSocket = { address: { fd: 3 } };
  const variables = { CATALOG_FILE: 'a.json', PORT: '8080', HOST: '127.0.0.1' };
  const address = { port: 8080, host: '127.0.0.1' };
  const fromVariables = { path: 'a.json', address };
  const onAll = { port: 0, host: '::' };

  const npm = { npm_lifecycle_event: 'start' };

  /** What differs from the defaults. */
  const settings: [args: string, environment: Environment, expected: object][] = [
    ['', {}, {}],
    ['', { CATALOG_FILE: '', PORT: '', HOST: '' }, {}],
    ['--watch', variables, { ...fromVariables, watch: true }],
    ['--check', variables, { ...fromVariables, action: 'check' }],
    ['b.json --port 0 --host ::', variables, { path: 'b.json', address: onAll }],
    ['-p 65535', { PORT: 'nonsense' }, { address: { ...defaults.address, port: 65535 } }],
    ['a.json --watch --log', {}, { path: 'a.json', watch: true, log: true }],
    ['--check -', {}, { action: 'check', path: '-' }],
    ['-- -a.json', {}, { path: '-a.json' }],
    ['--host ::', { ...passed, PORT: 'tcp://10.0.0.1:80' }, onSocket],
    ['', { ...passed, LISTEN_FDS: '2' }, onSocket],
    ['', { ...passed, LISTEN_PID: '8' }, {}],
    ['', { ...passed, LISTEN_FDS: '0' }, {}],
    ['', { LISTEN_PID: '7' }, {}],
    ['', { npm_config_port: '4000' }, {}],
    ['', { ...npm, npm_config_port: '' }, {}],
    ['--port 3000', { ...npm, npm_config_port: '4000' }, {}],
  ];
  for (const [args, environment, expected] of settings) {
    it(`reads "${args}" with ${JSON.stringify(environment)}`, () => {
      const read = readSettings(words(args), environment, PID);
      expect(read).to.deep.equal({ ...defaults, ...expected });
    });
  }

  const actions = { '--help': 'help', '-h b': 'help', '--version': 'version', '-v': 'version' };
  for (const [args, action] of Object.entries(actions)) {
    it(`reads "${args}", whatever else is wrong`, () => {
      expect(readSettings(words(args), { PORT: 'nonsense' }, PID)).to.deep.equal({ action });
    });
  }

  const ports = ['abc', '65536', '-1', '1e3', ' 80', '80 '];
  const noFile = 'expected a file, got "4100"; for a port:';
  const range = 'expected a whole number from 0 to 65535, got';
  const refusals: [args: string, environment: Environment, message: string][] = [
    ...ports.map((port): [string, Environment, string] => {
      return ['', { PORT: port }, `PORT: ${range} ${JSON.stringify(port)}`];
    }),
    ['--port 65536', {}, `--port: ${range} "65536"`],
    ['--port=', {}, `--port: ${range} ""`],
    ['--host=', {}, '--host: expected an address, got nothing'],
    ['--watch', {}, '--watch needs the path of a file'],
    ['- --watch', {}, '--watch needs the path of a file'],
    ['--check', {}, '--check needs a file'],
    ['a.json b.json', npm, 'expected one file, got "a.json", "b.json"'],
    ['-- --port 4104', {}, '--port: leave out the -- before it'],
    ['-- --watch', {}, '--watch: leave out the -- before it'],
    ['4100', {}, `${noFile} --port 4100`],
    ['4100', npm, `${noFile} npm start -- --port 4100`],
    ['4000', { ...npm, npm_config_port: 'true' }, advice('port')],
    [
      '--log',
      { npm_lifecycle_event: 'dev', npm_config_watch: 'true', PORT: 'no' },
      advice('watch'),
    ],
  ];
  for (const [args, environment, message] of refusals) {
    it(`refuses "${args}" with ${JSON.stringify(environment)}`, () => {
      expect(() => readSettings(words(args), environment, PID))
        .to.throw(SettingsError)
        .with.property('message', message);
    });
  }

  it('refuses a file without a name', () => {
    expect(() => readSettings([''], {}, PID)).to.throw(SettingsError, 'got an empty name');
  });
});

/** What is said of an option that npm has taken. */
function advice(name: string): string {
  return `npm took --${name}: put -- before it, as in npm start -- --${name}, or remove it from .npmrc`;
}

function words(args: string): string[] {
  return args === '' ? [] : args.split(' ');
}

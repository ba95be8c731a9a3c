import { expect } from 'chai';
import { SettingsError } from '../../src/cli/command-line.ts';
import { folderOfCaller } from '../../src/cli/npm.ts';
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
const hostName = 'expected a name or an address';
const parts = ' without scheme and port';

/** What the command line and the environment mean together, and what is refused. Tests `file-argument` and `npm`, too. */
describe('readSettings', () => {
  const passed = { LISTEN_PID: String(PID), LISTEN_FDS: '1' };
  const onSocket = { address: { fd: 3 } };
  const variables = { PRODUCTS_FILE: 'a.json', PORT: '8080', HOST: '127.0.0.1' };
  const address = { port: 8080, host: '127.0.0.1', hostSetting: 'HOST' };
  const fromVariables = { path: 'a.json', address };
  const onAll = { port: 0, host: '::', hostSetting: '--host' };

  const npm = { npm_lifecycle_event: 'start' };

  /** What differs from the defaults. */
  const settings: [args: string, environment: Environment, expected: object][] = [
    ['', {}, {}],
    ['', { PRODUCTS_FILE: '', PORT: '', HOST: '' }, {}],
    ['--watch', variables, { ...fromVariables, watch: true }],
    ['--check', variables, { ...fromVariables, action: 'check' }],
    ['b.json --port 0 --host ::', variables, { path: 'b.json', address: onAll }],
    ['-p 65535', { PORT: 'nonsense' }, { address: { ...defaults.address, port: 65535 } }],
    ['a.json -w --log', {}, { path: 'a.json', watch: true, log: true }],
    ['--check -', {}, { action: 'check', path: '-' }],
    ['-- -a.json', {}, { path: '-a.json' }],
    ['--host -x', { ...passed, PORT: 'tcp://10.0.0.1:80' }, onSocket],
    ['', { ...passed, LISTEN_FDS: '2' }, onSocket],
    ['', { ...passed, LISTEN_PID: '8' }, {}],
    ['', { ...passed, LISTEN_FDS: '0' }, {}],
    ['', { LISTEN_PID: '7' }, {}],
    ['', { npm_config_port: '4000' }, {}],
    ['', { npm_lifecycle_event: 'restart', npm_config_port: '4000' }, {}],
    ['', { npm_lifecycle_event: 'start:shop', npm_config_port: '4000' }, {}],
    ['2026.json', {}, { path: '2026.json' }],
    ['./help', {}, { path: './help' }],
    ['', { ...npm, npm_config_port: '' }, {}],
    ['--port 3000', { ...npm, npm_config_port: '4000' }, {}],
  ];
  for (const [args, environment, expected] of settings) {
    it(`reads "${args}" with ${JSON.stringify(environment)}`, () => {
      expect(read(words(args), environment)).to.deep.equal({ ...defaults, ...expected });
    });
  }

  const actions = { '--help': 'help', '-h b': 'help', '--version': 'version', '-v': 'version' };
  for (const [args, action] of Object.entries(actions)) {
    it(`reads "${args}", whatever else is wrong`, () => {
      expect(read(words(args), { PORT: 'nonsense' })).to.deep.equal({ action });
    });
  }

  for (const host of ['localhost', 'a_b.example', 'münchen.example', '::1', 'fe80::1%eth0']) {
    it(`reads the host ${host}`, () => {
      expect(read([], { HOST: host })).to.have.nested.property('address.host', host);
    });
  }

  const pnpm = { ...npm, npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v24.0.0' };
  const dev = { npm_lifecycle_event: 'dev', npm_config_user_agent: 'npm/11.0.0 node/v24.0.0' };
  const ports = ['abc', '65536', '-1', '1e3', ' 80', '80 '];
  const hosts = { 'bad host': '', '[::1]': '', 'a/b': '', 'http://a': parts, 'a:80': parts };
  const noFile = 'expected a file, got "4100"; for a port:';
  const noCommand = 'there are no commands: see';
  const hyphens = 'an option begins with two hyphens, as in';
  const range = 'expected a whole number from 0 to 65535, got';
  const refusals: [args: string, environment: Environment, message: string][] = [
    ...ports.map((port): [string, Environment, string] => {
      return ['', { PORT: port }, `PORT: ${range} ${JSON.stringify(port)}`];
    }),
    ['--port 65536', {}, `--port: ${range} "65536"`],
    ['--port=', {}, `--port: ${range} ""`],
    ['--port -1', {}, `--port: ${range} "-1"`],
    ['-p --log', {}, `--port: ${range} "--log"`],
    ...Object.entries(hosts).map(([host, without]): [string, Environment, string] => {
      return ['', { HOST: host }, `HOST: ${hostName}${without}, got "${host}"`];
    }),
    ['--host http://a', { HOST: 'a' }, `--host: ${hostName}${parts}, got "http://a"`],
    ['--host=', {}, `--host: ${hostName}, got ""`],
    ['--host -x', {}, `--host: ${hostName}, got "-x"`],
    ['--watch', {}, '--watch needs the path of a file'],
    ['- --watch', {}, '--watch needs the path of a file'],
    ['--check', {}, '--check needs a file'],
    ['a.json b.json', npm, 'expected one file, got "a.json", "b.json"'],
    ['-- --port=4104', {}, '"--port=4104": leave out the -- before it'],
    ['-- a.json -p4104', {}, '"-p4104": leave out the -- before it'],
    ['-- --watch', {}, '"--watch": leave out the -- before it'],
    ['—port 4100', {}, `"—port": ${hyphens} "--port"`],
    ['a.json –port=4100', {}, `"–port=4100": ${hyphens} "--port=4100"`],
    ['--color', npm, 'no such option "--color"; npm start -- --help lists all options'],
    ['help', npm, `expected a file, got "help"; ${noCommand} npm start -- --help`],
    ['serve a.json', {}, `expected a file, got "serve", "a.json"; ${noCommand} --help`],
    ['4100', {}, `${noFile} --port 4100`],
    ['', { PRODUCTS_FILE: '4100' }, `${noFile} --port 4100`],
    ['4100', npm, `${noFile} npm start -- --port 4100`],
    ['4100', pnpm, `${noFile} pnpm start --port 4100`],
    ['4100', dev, `${noFile} npm run dev -- --port 4100`],
    ['a.json 4000', { ...npm, npm_config_port: 'true' }, npmTook('--port 4000', 'start')],
    ['', { ...npm, npm_config_host: 'a' }, npmTook('--host a', 'start')],
    ['a', { ...npm, npm_config_host: 'true' }, npmTook('--host <value>', 'start')],
    [
      '',
      { ...npm, npm_config_port: '1', npm_config_log: 'true' },
      npmTook('--log --port 1', 'start'),
    ],
    ['7', { ...dev, npm_config_watch: 'true', PORT: 'no' }, npmTook('--watch', 'run dev')],
  ];
  for (const [args, environment, message] of refusals) {
    it(`refuses "${args}" with ${JSON.stringify(environment)}`, () => {
      expect(read(words(args), environment)).to.equal(message);
    });
  }

  it('takes a folder from npm only for the scripts of this package', () => {
    const ours = { ...npm, npm_package_name: 'product-catalogue', INIT_CWD: '/a' };
    expect(folderOfCaller(ours)).to.equal('/a');
    expect(folderOfCaller({ ...ours, npm_package_name: 'shop' })).to.equal(undefined);
    expect(folderOfCaller({ ...ours, npm_lifecycle_event: 'npx' })).to.equal(undefined);
  });

  it('refuses a file without a name', () => {
    expect(read([''], {})).to.equal('expected a file, got an empty name');
  });
});

/** What the settings are, or why they are refused. */
function read(args: string[], environment: Environment): unknown {
  try {
    return readSettings(args, environment, PID);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

/** What is said of options that npm has taken. */
function npmTook(options: string, run: string): string {
  const command = `npm ${run} -- ${options}`;
  return `npm took ${options}: put -- before it, as in ${command}, or remove it from .npmrc`;
}

function words(args: string): string[] {
  return args === '' ? [] : args.split(' ');
}

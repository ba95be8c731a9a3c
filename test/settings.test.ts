import { expect } from 'chai';
import { SettingsError } from '../src/command-line.ts';
import { readSettings } from '../src/settings.ts';

type Environment = Record<string, string>;

const defaults = {
  action: 'serve',
  file: undefined,
  watch: false,
  log: false,
  port: 3000,
  host: undefined,
  descriptor: undefined,
  warnings: [],
};
const PID = 7;

/** What the command line and the environment mean together, and what is refused. */
describe('readSettings', () => {
  const passed = { LISTEN_PID: String(PID), LISTEN_FDS: '1' };
  const two = { ...passed, LISTEN_FDS: '2' };
  const ignored = ['--port and --host are ignored, as the supervisor holds the socket'];

  /** What differs from the defaults. */
  const settings: [args: string, environment: Environment, expected: object][] = [
    ['', {}, {}],
    ['', { CATALOG_FILE: '', PORT: '', HOST: '' }, {}],
    ['', { PORT: '8080', HOST: '127.0.0.1' }, { port: 8080, host: '127.0.0.1' }],
    ['', { PORT: '0' }, { port: 0 }],
    ['', { PORT: '65535' }, { port: 65535 }],
    ['', { PORT: '080' }, { port: 80 }],
    ['', { CATALOG_FILE: 'a.json' }, { file: 'a.json' }],
    ['b.json', { CATALOG_FILE: 'a.json' }, { file: 'b.json' }],
    ['-- --odd.json', {}, { file: '--odd.json' }],
    ['--port 80 b.json', { PORT: 'nonsense' }, { file: 'b.json', port: 80 }],
    ['--port=80 --host=::', { PORT: '1', HOST: 'b' }, { port: 80, host: '::' }],
    ['-p 80', {}, { port: 80 }],
    ['--port 1 --port 2', {}, { port: 2 }],
    ['a.json --watch --log', {}, { file: 'a.json', watch: true, log: true }],
    ['--watch', { CATALOG_FILE: 'a.json' }, { file: 'a.json', watch: true }],
    ['-', {}, { file: '-' }],
    ['--check -', {}, { action: 'check', file: '-' }],
    ['--check', { CATALOG_FILE: 'a.json' }, { action: 'check', file: 'a.json' }],
    ['', { ...passed, PORT: '80' }, { port: 80, descriptor: 3 }],
    ['--port 80', passed, { port: 80, descriptor: 3, warnings: ignored }],
    ['--host ::', passed, { host: '::', descriptor: 3, warnings: ignored }],
    ['', two, { descriptor: 3, warnings: ['LISTEN_FDS is 2: only the first socket is served'] }],
    ['', { ...passed, LISTEN_PID: '8' }, {}],
    ['', { ...passed, LISTEN_FDS: '0' }, {}],
    ['', { LISTEN_PID: '7' }, {}],
  ];
  for (const [args, environment, expected] of settings) {
    it(`reads "${args}" with ${JSON.stringify(environment)}`, () => {
      const read = readSettings(words(args), environment, PID);
      expect(read).to.deep.equal({ ...defaults, ...expected });
    });
  }

  for (const [args, action] of [
    ['--help', 'help'],
    ['-h b.json', 'help'],
    ['--version', 'version'],
    ['-v', 'version'],
  ] as const) {
    it(`reads "${args}", whatever else is wrong`, () => {
      expect(readSettings(words(args), { PORT: 'nonsense' }, PID)).to.deep.equal({ action });
    });
  }

  const ports = ['abc', '65536', '-1', '+80', '3.5', '1e3', '0x50', ' 80', '80 ', '٣٠٠٠'];
  const range = 'expected a whole number from 0 to 65535, got';
  const refusals: [args: string, environment: Environment, message: string][] = [
    ...ports.map((port): [string, Environment, string] => {
      return ['', { PORT: port }, `PORT: ${range} ${JSON.stringify(port)}`];
    }),
    ['--port 65536', {}, `--port: ${range} "65536"`],
    ['--watch', {}, '--watch needs the path of a file'],
    ['- --watch', {}, '--watch needs the path of a file'],
    ['--check', {}, '--check needs a file'],
    ['--check a.json', { PORT: 'x' }, `PORT: ${range} "x"`],
    [
      'a.json 8080',
      {},
      'expected one file, got "a.json" and "8080"; with npm start, put -- before the options',
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

function words(args: string): string[] {
  return args === '' ? [] : args.split(' ');
}

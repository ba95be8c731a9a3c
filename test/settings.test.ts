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

describe('readSettings', () => {
  const settings: [args: string, environment: Environment, expected: object][] = [
    ['', {}, defaults],
    ['', { CATALOG_FILE: '', PORT: '', HOST: '' }, defaults],
    ['', { PORT: '8080', HOST: '127.0.0.1' }, { ...defaults, port: 8080, host: '127.0.0.1' }],
    ['', { PORT: '0' }, { ...defaults, port: 0 }],
    ['', { PORT: '65535' }, { ...defaults, port: 65535 }],
    ['', { PORT: '080' }, { ...defaults, port: 80 }],
    ['', { CATALOG_FILE: 'a.json' }, { ...defaults, file: 'a.json' }],
    ['b.json', {}, { ...defaults, file: 'b.json' }],
    ['b.json', { CATALOG_FILE: 'a.json' }, { ...defaults, file: 'b.json' }],
    ['-- --odd.json', {}, { ...defaults, file: '--odd.json' }],
    ['--port 80 b.json', {}, { ...defaults, file: 'b.json', port: 80 }],
    ['--port=80 --host=::', { PORT: '1', HOST: 'b' }, { ...defaults, port: 80, host: '::' }],
    ['--port 80', { PORT: 'nonsense' }, { ...defaults, port: 80 }],
    ['-p 80', {}, { ...defaults, port: 80 }],
    ['a.json --watch --log', {}, { ...defaults, file: 'a.json', watch: true, log: true }],
    ['--watch', { CATALOG_FILE: 'a.json' }, { ...defaults, file: 'a.json', watch: true }],
    ['-', {}, { ...defaults, file: '-' }],
    ['--check -', {}, { ...defaults, action: 'check', file: '-' }],
    ['--check', { CATALOG_FILE: 'a.json' }, { ...defaults, action: 'check', file: 'a.json' }],
    ['--port 1 --port 2', {}, { ...defaults, port: 2 }],
    ['', { LISTEN_PID: '7', LISTEN_FDS: '1' }, { ...defaults, descriptor: 3 }],
    [
      '',
      { LISTEN_PID: '7', LISTEN_FDS: '1', PORT: '80' },
      { ...defaults, port: 80, descriptor: 3 },
    ],
    ['', { LISTEN_PID: '8', LISTEN_FDS: '1' }, defaults],
    ['', { LISTEN_PID: '7', LISTEN_FDS: '0' }, defaults],
    ['', { LISTEN_PID: '7' }, defaults],
    [
      '',
      { LISTEN_PID: '7', LISTEN_FDS: '2' },
      {
        ...defaults,
        descriptor: 3,
        warnings: ['LISTEN_FDS is 2: only the first socket is served'],
      },
    ],
    ...['--port 80', '--host ::'].map((args): [string, Environment, object] => [
      args,
      { LISTEN_PID: '7', LISTEN_FDS: '1' },
      {
        ...defaults,
        ...(args === '--port 80' ? { port: 80 } : { host: '::' }),
        descriptor: 3,
        warnings: ['--port and --host are ignored, as the supervisor holds the socket'],
      },
    ]),
    ['--help', {}, { action: 'help' }],
    ['-h b.json', { PORT: 'nonsense' }, { action: 'help' }],
    ['--version', {}, { action: 'version' }],
    ['-v', {}, { action: 'version' }],
  ];
  for (const [args, environment, expected] of settings) {
    it(`reads "${args}" with ${JSON.stringify(environment)}`, () => {
      expect(readSettings(words(args), environment, PID)).to.deep.equal(expected);
    });
  }

  const range = 'expected a whole number from 0 to 65535, got';
  const refusals: [args: string, environment: Environment, message: string][] = [
    ...['abc', '65536', '-1', '+80', '3.5', '1e3', '0x50', ' 80', '80 ', '٣٠٠٠'].map(
      (port): [string, Environment, string] => {
        return ['', { PORT: port }, `PORT: ${range} ${JSON.stringify(port)}`];
      },
    ),
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

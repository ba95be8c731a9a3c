import { expect } from 'chai';
import { readSettings, SettingsError } from '../src/settings.ts';

describe('readSettings', () => {
  const settings: [environment: Record<string, string>, expected: unknown][] = [
    [{}, { port: 3000, host: undefined }],
    [
      { PORT: '', HOST: '' },
      { port: 3000, host: undefined },
    ],
    [
      { PORT: '8080', HOST: '127.0.0.1' },
      { port: 8080, host: '127.0.0.1' },
    ],
    [
      { PORT: '0', HOST: '::1' },
      { port: 0, host: '::1' },
    ],
    [{ PORT: '65535' }, { port: 65535, host: undefined }],
    [{ PORT: '080' }, { port: 80, host: undefined }],
  ];
  for (const [environment, expected] of settings) {
    it(`reads ${JSON.stringify(environment)}`, () => {
      expect(readSettings(environment)).to.deep.equal(expected);
    });
  }

  for (const port of ['abc', '65536', '-1', '+80', '3.5', '1e3', '0x50', ' 80', '80 ', '٣٠٠٠']) {
    it(`refuses PORT=${JSON.stringify(port)}`, () => {
      const message = `PORT: expected a whole number from 0 to 65535, got ${JSON.stringify(port)}`;
      expect(() => readSettings({ PORT: port })).to.throw(SettingsError, message);
    });
  }
});

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { expect } from 'chai';
import { createLogWriter } from '../../src/cli/log-writer.ts';
import { preload, Service } from '../support/service.ts';
import { once } from '../support/with-timeout.ts';

/** The log takes a bounded amount of memory, and says what it leaves out. */
describe('createLogWriter', () => {
  const line = 'x'.repeat(1023);

  it('drops lines while a mebibyte waits to be read, and then says how many', async () => {
    const stream = new PassThrough({ readableHighWaterMark: 1 });
    const print = createLogWriter(stream);
    for (let count = 0; count < 3000; count += 1) print(line);
    expect(stream.writableLength).to.be.within(2 ** 20, 2 ** 20 + 2048);

    // Room for some lines again, but before the word about those that were dropped.
    while (stream.writableLength > 2 ** 19) stream.read();
    print('too early');
    const read = text(stream);
    await once(stream, 'drain');
    // Enough to wait for, but too few to drop any.
    for (let count = 0; count < 100; count += 1) print(line);
    await once(stream, 'drain');
    print('later');
    stream.end();
    const [dropped, ...rest] = (await read).split('\n').filter((text) => text !== line);
    expect(dropped).to.match(/^1,\d{3} lines dropped, as nobody was reading$/);
    const count = Number.parseInt(String(dropped).replace(',', ''), 10);
    expect(count).to.be.within(3001 - 1026, 3001 - 1024);
    expect(rest).to.deep.equal(['later', '']);
  });

  it('drops lines of main, which has colours in a terminal', async () => {
    // A terminal that reads nothing after the first line.
    const terminal = `
      Object.assign(process.stdout, { isTTY: true, hasColors: () => true });
      let lines = 0;
      Object.defineProperty(process.stdout, 'writableLength', { get: () => 2 ** 21 * lines++ });
    `;
    await using service = new Service({ ...preload(terminal), HOST: '127.0.0.1' }, ['--log']);
    await service.get('/api/products/1');
    await service.get('/api/products/2');
    expect(await service.stop()).to.equal(0);
    const green = styleText('green', '200', { validateStream: false });
    const [serving, first, ...rest] = service.stdout.split('\n');
    expect(serving).to.match(/^Serving /);
    expect(first).to.include(` GET /api/products/1 ${green} `);
    expect(rest).to.deep.equal(['']);
  });
});

import { expect } from 'chai';
import { once } from '../support/in-time.ts';
import { POST, RawClient } from '../support/raw-http.ts';
import { Programs, preload } from '../support/service.ts';

/** What a signal does to the whole service; `stop-when-told.test.ts` has the rest of what ends it. */
describe('main, when it is told to stop', () => {
  const programs = new Programs();

  it('ends at once while it waits for its catalogue on standard input', async () => {
    const script =
      "process.on('newListener', (name) => name === 'uncaughtException' && console.log(name))";
    const service = programs.serve(preload(script), '-');
    await once(service.process.stdout, 'data');
    expect(await service.stop()).to.equal(0);
  });

  it('ends with status 1 when it cuts off a client at the deadline, and names it', async () => {
    // The deadline is 10 s, which are 0.1 s to this process.
    const script =
      'const wait = setTimeout; globalThis.setTimeout = (call, time) => wait(call, time / 100)';
    const service = programs.serve({ ...preload(script), HOST: '127.0.0.1' });
    const client = new RawClient(Number(new URL(await service.ready()).port));
    client.send(`${POST}body${POST}`);
    await client.next();
    const { localPort } = client.socket;
    expect(await service.stop()).to.equal(1);
    expect(service.stderr).to.equal(
      `product-catalogue: cut off at the deadline: 127.0.0.1 port ${localPort}, POST /\n`,
    );
  });
});

import { expect } from 'chai';
import { MemoryCatalog } from '../src/adapters/memory/memory-catalog.ts';
import { createServer } from '../src/create-server.ts';
import { expectContract, INTERNAL_ERROR } from './support/contract.ts';
import { fixtureProducts } from './support/fixture-products.ts';
import { Servers } from './support/local-server.ts';
import { request } from './support/raw-http.ts';
import { Program, programOf } from './support/service.ts';

/** A program whose catalogue throws. @param options the source of the options for `createServer` */
function failingProgram(options: string): Program {
  const code = `
    import { createServer } from './src/create-server.ts';
    const catalog = { list() { throw new Error('out of tea') }, findById() {} };
    const server = createServer(catalog, ${options});
    server.listen(0, '127.0.0.1', () => console.log('PORT ' + server.address().port));
  `;
  return new Program(programOf(code));
}

/**
 * Errors of the catalogue, and the options for development. Its other parts have their own tests.
 */
describe('createServer', () => {
  const servers = new Servers();

  async function expectError500(program: Program): Promise<void> {
    const [, port] = await program.printed(/^PORT (\d+)/);
    const response = await request(Number(port), 'GET', '/api/products');
    expectContract(response, 'GET', INTERNAL_ERROR);
  }

  it('answers 500 to an exception, and prints it by default', async () => {
    await using program = failingProgram('{}');
    await expectError500(program);
    await program.printed(/^Error: out of tea/);
  });

  it('answers 500 though onError throws, which ends the process', async () => {
    await using program = failingProgram('{ onError(error) { throw error } }');
    await expectError500(program);
    expect(await program.ended()).to.equal(1);
    expect(program.stderr).to.include('Error: out of tea');
  });

  it('waits before it handles each request, if it is told to', async () => {
    const order: string[] = [];
    const list = async () => {
      order.push('the list is asked for');
      return [];
    };
    const catalog = { list, findById: async () => undefined };
    const { server, port } = await servers.listen(createServer(catalog, { delay: 100 }));
    // Node calls back timers in the order of their ends, however late it is.
    server.on('request', () => setTimeout(() => order.push('50 ms are over'), 50));
    const response = await request(port, 'GET', '/api/products');
    expectContract(response, 'GET', { status: 200, json: [] });
    expect(order).to.deep.equal(['50 ms are over', 'the list is asked for']);
  });

  it('answers 500 to any request with fail 100, and calls nothing', async () => {
    const onError = (error: unknown) => expect.fail(String(error));
    const ask = () => expect.fail('the catalogue was asked');
    const catalog = { list: ask, findById: ask };
    const { port } = await servers.listen(createServer(catalog, { fail: 100, onError }));
    for (const method of ['GET', 'HEAD', 'POST']) {
      for (const target of ['/api/products', '/']) {
        const response = await request(port, method, target);
        expectContract(response, method, INTERNAL_ERROR);
      }
    }
  });

  for (const [fail, status] of [
    [30, 200],
    [31, 500],
  ] as const) {
    it(`answers ${status} with fail ${fail} if the random number is 0.3`, async () => {
      const { random } = Math;
      Math.random = () => 0.3;
      try {
        const catalog = new MemoryCatalog(fixtureProducts);
        const { port } = await servers.listen(createServer(catalog, { fail }));
        expect((await request(port, 'GET', '/api/products')).status).to.equal(status);
      } finally {
        Math.random = random;
      }
    });
  }
});

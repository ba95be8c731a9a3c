import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { expectContract, INTERNAL_ERROR } from './support/contract.ts';
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

  it('delays requests, and answers 500 to them, if it is told to, and calls nothing', async () => {
    const order: string[] = [];
    const onError = (error: unknown) => expect.fail(String(error));
    const ask = () => expect.fail('the catalogue was asked');
    const options = { delay: 100, fail: 100, onError };
    const { server, port } = await servers.listen(
      createServer({ list: ask, findById: ask }, options),
    );
    server.on('request', (_, response) => {
      // Node calls back timers in the order of their ends, however late it is.
      setTimeout(() => order.push('50 ms are over'), 50);
      response.on('finish', () => order.push('the response is sent'));
    });
    const response = await request(port, 'GET', '/api/products');
    expectContract(response, 'GET', INTERNAL_ERROR);
    expect(order).to.deep.equal(['50 ms are over', 'the response is sent']);
  });
});

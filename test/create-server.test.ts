import { expect } from 'chai';
import { expectContract, INTERNAL_ERROR } from './support/contract.ts';
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

/** Errors of the catalogue. The other parts have their own tests. */
describe('createServer', () => {
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
    expect(await program.ended(), program.stderr).to.equal(1);
    expect(program.stderr).to.include('Error: out of tea');
  });
});

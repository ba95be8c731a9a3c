import { expect } from 'chai';
import { expectContract, INTERNAL_ERROR } from './support/contract.ts';
import { request } from './support/raw-http.ts';
import { Program, programOf } from './support/service.ts';

/** Errors of the catalogue. The other parts have their own tests. */
describe('createServer', () => {
  const error = /^Error: out of tea/;
  // An uncaught exception is printed below the line that has thrown it.
  const uncaught = /^Error: out of tea/m;
  for (const [what, options, printed, ending] of [
    ['goes on', '{}', error, 'SIGTERM'],
    ['ends the process if onError throws', '{ onError(error) { throw error } }', uncaught, 1],
  ] as const) {
    it(`answers 500 to an exception, prints it, and ${what}`, async () => {
      const code = `
        import { createServer } from './src/create-server.ts';
        const catalog = { list() { throw new Error('out of tea') }, findById() {} };
        const server = createServer(catalog, ${options});
        server.listen(0, '127.0.0.1', () => console.log('PORT ' + server.address().port));
      `;
      await using program = new Program(programOf(code));
      const [, port] = await program.printed(/^PORT (\d+)/);
      const response = await request(Number(port), 'GET', '/api/products');
      expectContract(response, 'GET', INTERNAL_ERROR);
      await program.printed(printed);
      const ended = ending === 'SIGTERM' ? program.stop() : program.ended();
      expect(await ended, program.stderr).to.equal(ending);
    });
  }
});

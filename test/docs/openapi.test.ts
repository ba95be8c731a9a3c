import { isDeepStrictEqual } from 'node:util';
import { AssertionError, expect } from 'chai';
import { documentedResponses, expectDocumented } from '../support/openapi.ts';

const FIELDS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  connection: 'close',
};

const examples = Array.from(documentedResponses, ([name, { content }]) => {
  return { name, example: content['application/json']?.example };
});

/**
 * The contract's document says exactly what each response is: it has all that the service sends, and would
 * not fit anything else. The other tests hold the service's responses to it.
 */
describe('docs/openapi.yaml', () => {
  /** Compares a response with what the document says of `name`, such as `getProduct 404`. */
  function check(name: string, json: unknown, changes: Record<string, string> = {}) {
    const [operation = '', status] = name.split(' ');
    const headers = new Headers({ ...FIELDS, ...changes });
    return () => expectDocumented(operation, Number(status), headers, json);
  }

  it('has these responses and no others', () => {
    const statuses = [200, 400, 404, 408, 431, 500];
    const names = ['listProducts', 'getProduct'].flatMap((operation) =>
      statuses.map((status) => `${operation} ${status}`),
    );
    expect([...documentedResponses.keys()]).to.deep.equal(names);
  });

  for (const { name, example } of examples) {
    it(`accepts the example of ${name}, and no other`, () => {
      expect(check(name, example)).not.to.throw();
      const closes = / (400|408|431)$/.test(name) ? ['connection'] : [];
      for (const field of ['content-type', 'access-control-allow-origin', ...closes]) {
        for (const value of ['', 'application/json; charset=utf-8']) {
          expect(check(name, example, { [field]: value }), field).to.throw(AssertionError);
        }
      }
      const others = examples.filter((other) => !isDeepStrictEqual(other.example, example));
      const values = others.map((other) => other.example);
      for (const other of [{}, { ...Object(example), more: true }, ...values]) {
        expect(check(name, other), JSON.stringify(other)).to.throw(AssertionError);
      }
    });
  }

  it('takes nothing else for a product, also in the list', () => {
    const ids = [undefined, '1', 1.5, 2 ** 53, -(2 ** 53)].map((id) => ({ id }));
    for (const change of [...ids, { name: undefined }, { name: null }, { price: undefined }]) {
      const product = { id: 1, name: 'Tea', price: 3.5, ...change };
      expect(check('getProduct 200', product), JSON.stringify(product)).to.throw(AssertionError);
      expect(check('listProducts 200', [product])).to.throw(AssertionError);
    }
  });
});

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
  function check(name: string, json: unknown, changes: Record<string, string | undefined> = {}) {
    const [operation = '', status] = name.split(' ');
    const fields: Record<string, string | undefined> = { ...FIELDS, ...changes };
    const field = (name: string) => fields[name.toLowerCase()];
    return () => expectDocumented(operation, { status: Number(status), field, json });
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
        for (const value of [undefined, 'application/json; charset=utf-8']) {
          expect(check(name, example, { [field]: value }), field).to.throw(AssertionError);
        }
      }
      const all = examples.map(({ example }) => example);
      const others = all.filter((other) => !isDeepStrictEqual(other, example));
      for (const other of [{}, { ...Object(example), more: true }, ...others]) {
        expect(check(name, other), JSON.stringify(other)).to.throw(AssertionError);
      }
    });
  }

  const noProducts = [
    { id: 1, name: 'Tea' },
    { id: 1, price: 3.5 },
    { name: 'Tea', price: 3.5 },
    { id: '1', name: 'Tea', price: 3.5 },
    { id: 1.5, name: 'Tea', price: 3.5 },
    { id: 2 ** 53, name: 'Tea', price: 3.5 },
    { id: -(2 ** 53), name: 'Tea', price: 3.5 },
    { id: 1, name: null, price: 3.5 },
    { id: 1, name: 'Tea', price: '3.5' },
  ];
  for (const value of noProducts) {
    it(`does not take ${JSON.stringify(value)} for a product`, () => {
      expect(check('getProduct 200', value)).to.throw(AssertionError);
      expect(check('listProducts 200', [value])).to.throw(AssertionError);
    });
  }
});

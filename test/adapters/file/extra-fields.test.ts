import { expect } from 'chai';
import { describeExtraFields } from '../../../src/adapters/file/extra-fields.ts';

/** One line, however many fields are left out. */
describe('describeExtraFields', () => {
  const tea = { id: 1, name: 'Tea', price: 3 };

  it('returns nothing if no product has more than the three fields', () => {
    expect(describeExtraFields([tea, tea])).to.equal(undefined);
  });

  it('names each field once, and counts the products that have any', () => {
    const values = [{ ...tea, image: 1 }, tea, { ...tea, stock: 1, image: 1 }];
    expect(describeExtraFields(values)).to.equal('image, stock (in 2 of 3 products)');
  });

  it('names any field in one line that is safe to print', () => {
    const value = JSON.parse(
      '{"id":1,"in stock":1,"a\\nb":1,"$id":1,"name":"","__proto__":1,"price":1}',
    );
    expect(describeExtraFields([value])).to.equal(
      '"in stock", "a\\nb", $id, __proto__ (in 1 of 1 products)',
    );
  });

  it('names ten fields at most', () => {
    const names = Array.from({ length: 11 }, (_, index) => `f${index}`);
    const [ten, eleven] = [names.slice(0, 10), names].map((some) => {
      return describeExtraFields([{ ...tea, ...Object.fromEntries(some.map((key) => [key, 1])) }]);
    });
    const shown = names.slice(0, 10).join(', ');
    expect(ten).to.equal(`${shown} (in 1 of 1 products)`);
    expect(eleven).to.equal(`${shown} and others (in 1 of 1 products)`);
  });
});

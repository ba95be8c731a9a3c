import { expect } from 'chai';
import type { Product } from '../../src/domain/product.ts';
import type { ProductCatalog } from '../../src/domain/product-catalog.ts';

/**
 * What the port promises. Every adapter must pass these tests.
 * @param catalogOf returns a catalogue of the adapter with these products, in this order
 */
export function describeProductCatalog(
  adapter: string,
  catalogOf: (products: readonly Product[]) => ProductCatalog,
): void {
  const kettle: Product = { id: 7, name: 'Kettle', price: 59 };
  const grinder: Product = { id: 0, name: 'Grinder', price: 84.5 };
  const filters: Product = { id: -3, name: '', price: 0 };
  const second: Product = { id: 7, name: 'Another kettle', price: 1 };
  const products = [kettle, grinder, filters, second];

  describe(`${adapter}, as a ProductCatalog`, () => {
    it('lists all products in the order of the collection', async () => {
      expect(await catalogOf(products).list()).to.deep.equal(products);
    });

    it('lists nothing if there are no products', async () => {
      expect(await catalogOf([]).list()).to.deep.equal([]);
    });

    it('finds a product by its id', async () => {
      const catalog = catalogOf(products);
      expect(await catalog.findById(0)).to.deep.equal(grinder);
      expect(await catalog.findById(-0), '-0, which equals 0').to.deep.equal(grinder);
      expect(await catalog.findById(-3)).to.deep.equal(filters);
    });

    it('finds the first of several products with one id', async () => {
      expect(await catalogOf(products).findById(7)).to.deep.equal(kettle);
    });

    it('finds nothing by a number that no product has', async () => {
      const catalog = catalogOf(products);
      for (const id of [8, 7.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        expect(await catalog.findById(id), String(id)).to.equal(undefined);
      }
    });
  });
}

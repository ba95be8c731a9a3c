import { expect } from 'chai';
import type { Product } from '../../src/domain/product.ts';
import type { ProductCatalog } from '../../src/domain/product-catalog.ts';
import { TEA } from '../support/tea.ts';

/**
 * What the port promises. Every adapter must pass these tests.
 * @param catalogOf returns a catalogue of the adapter with these products, in the order of their
 * ids, or a promise of it
 */
export function describeProductCatalog(
  adapter: string,
  catalogOf: (products: readonly Product[]) => ProductCatalog | Promise<ProductCatalog>,
): void {
  const filters = { ...TEA, id: -3, name: '' };
  const grinder = { ...TEA, id: 0, name: 'Grinder', price: 84.5 };
  // In the order of their ids, as a database may list them
  const products = [filters, grinder, TEA];

  describe(`${adapter}, as a ProductCatalog`, () => {
    it('lists all products in the order of the collection', async () => {
      expect(await (await catalogOf(products)).list()).to.deep.equal(products);
    });

    it('lists nothing if there are no products', async () => {
      expect(await (await catalogOf([])).list()).to.deep.equal([]);
    });

    it('finds a product by its id', async () => {
      const catalog = await catalogOf(products);
      expect(await catalog.findById(0)).to.deep.equal(grinder);
      expect(await catalog.findById(-0), '-0, which equals 0').to.deep.equal(grinder);
      expect(await catalog.findById(-3)).to.deep.equal(filters);
    });

    it('finds nothing by a number that no product has', async () => {
      const catalog = await catalogOf(products);
      for (const id of [8, 7.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        expect(await catalog.findById(id), String(id)).to.equal(undefined);
      }
    });
  });
}

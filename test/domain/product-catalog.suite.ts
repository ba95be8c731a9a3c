import { expect } from 'chai';
import type { Product } from '../../src/domain/product.ts';
import type { ProductCatalog } from '../../src/domain/product-catalog.ts';

/**
 * What the port promises. Every adapter must pass them.
 * @param catalogOf returns a catalogue of the adapter with these products, in this order
 */
export function describeProductCatalog(
  adapter: string,
  catalogOf: (products: readonly Product[]) => ProductCatalog,
): void {
  const kettle: Product = { id: 7, name: 'Kettle', price: 59 };
  const grinder: Product = { id: 0, name: 'Grinder', price: 84.5 };
  const filters: Product = { id: -3, name: '', price: 0 };

  describe(`${adapter}, as a ProductCatalog`, () => {
    it('lists the products in the order of the collection', () => {
      expect(catalogOf([kettle, grinder, filters]).list()).to.deep.equal([
        kettle,
        grinder,
        filters,
      ]);
    });

    it('lists no products of an empty collection', () => {
      expect(catalogOf([]).list()).to.deep.equal([]);
    });

    it('returns the same array for as long as the collection is the same', () => {
      const catalog = catalogOf([kettle]);
      const before = catalog.list();
      catalog.findById(7);
      expect(catalog.list()).to.equal(before);
    });

    it('returns only frozen objects', () => {
      const catalog = catalogOf([kettle, grinder]);
      expect(catalog.list()).to.be.frozen;
      for (const product of catalog.list()) expect(product).to.be.frozen;
      expect(catalog.findById(7)).to.be.frozen;
    });

    it('finds each product by its id', () => {
      const catalog = catalogOf([kettle, grinder, filters]);
      for (const product of [kettle, grinder, filters]) {
        expect(catalog.findById(product.id)).to.deep.equal(product);
      }
    });

    it('finds a product with id 0 by -0, which equals it', () => {
      expect(catalogOf([grinder]).findById(-0)).to.deep.equal(grinder);
    });

    it('finds the first of several products with one id, and lists them all', () => {
      const second: Product = { id: 7, name: 'Another kettle', price: 1 };
      const catalog = catalogOf([kettle, second]);
      expect(catalog.findById(7)).to.deep.equal(kettle);
      expect(catalog.list()).to.deep.equal([kettle, second]);
    });

    for (const id of [8, 7.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      it(`finds nothing by ${id}, which no product has`, () => {
        expect(catalogOf([kettle, grinder]).findById(id)).to.equal(undefined);
      });
    }
  });
}

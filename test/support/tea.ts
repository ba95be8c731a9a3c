import type { Product } from '../../src/domain/product.ts';

/** The tests make their products from this one, so that a new field is added here only. */
export const TEA: Product = { id: 7, name: 'Tea', price: 3.5 };

import { validateProducts } from '../../domain/product.ts';

/** The products that the service serves if no products file is named. */
export const SAMPLE_PRODUCTS = validateProducts([
  { id: 1, name: 'Pour-over coffee kettle', price: 59 },
  { id: 2, name: 'Burr coffee grinder', price: 84.5 },
  { id: 3, name: 'Paper filters, pack of 100', price: 6.95 },
]);

/**
 * The package's public interface, for whoever serves a catalogue from a program of their own, or
 * from their tests.
 */
export { CatalogFileError } from './adapters/file/catalog-file-error.ts';
export { loadProducts } from './adapters/file/load-products.ts';
export { createApp } from './adapters/http/app.ts';
export type { Limits } from './adapters/http/server/limits.ts';
export { createServer, type StoppableServer } from './adapters/http/server/server.ts';
export { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
export { InvalidProductError, type Product, toProduct } from './domain/product.ts';
export type { ProductCatalog } from './domain/product-catalog.ts';

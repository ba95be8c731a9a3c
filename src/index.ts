/** The package's public interface: the service as a library, for your own program or tests. */

export { createHandler, type HandlerOptions } from './adapters/http/create-handler.ts';
export { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
export { createServer, type ServerOptions } from './create-server.ts';
export { type DelayAndFailOptions, delayAndFail } from './delay-and-fail.ts';
export {
  InvalidProductsError,
  type Product,
  type ProductFault,
  validateProducts,
} from './domain/product.ts';
export type { ProductCatalog } from './domain/product-catalog.ts';
export type { AccessLogEntry, OnResponse } from './graceful-server/access-log.ts';
export type { GracefulServer, StopOptions } from './graceful-server/graceful-server.ts';
export { loadProducts } from './products-file/load-products.ts';
export { type OnWarning, parseProducts } from './products-file/parse-products.ts';
export { ProductsFileError } from './products-file/products-file-error.ts';
export {
  type ProductsVersion,
  type WatchOptions,
  watchProducts,
} from './products-file/watch-products.ts';

/** What programs import as types. If one is no longer exported, this does not compile. */
export type {
  AccessLogEntry,
  DelayAndFailOptions,
  GracefulServer,
  HandlerOptions,
  OnResponse,
  OnWarning,
  Product,
  ProductCatalog,
  ProductFault,
  ProductsVersion,
  ServerOptions,
  StopOptions,
  WatchOptions,
} from '../src/index.ts';

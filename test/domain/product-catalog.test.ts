import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { describeProductCatalog } from './product-catalog.suite.ts';

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '../../../src/domain/product.ts';
import { Service } from '../../support/service.ts';

/** The real service in a child process. */
export interface CatalogService {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts the service and waits until it listens.
 * @param products the catalogue; the seed products by default
 * @param port any free port by default
 */
export async function startService(
  products?: readonly Product[],
  port = '0',
): Promise<CatalogService> {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  const file = join(folder, 'products.json');
  if (products !== undefined) writeFileSync(file, JSON.stringify(products));

  const service = new Service({ PORT: port, CATALOG_FILE: products === undefined ? '' : file });
  async function stop() {
    service.process.kill('SIGTERM');
    await service.ended();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    const { origin } = new URL(await service.ready());
    return { origin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

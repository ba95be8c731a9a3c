import type { Product } from '../domain/product.ts';

/** The port to where the products are held, such as a `MemoryCatalog`. */
export interface ReplaceableProducts {
  /** Replaces all products in one step. */
  replace(products: readonly Product[]): void;
}

/** The port to where versions come from, such as `watchProducts`: products, or the error that loading them threw. */
export type ProductVersions = AsyncIterable<readonly Product[] | Error>;

export interface FollowOptions {
  /** Called when the products of a version have replaced the earlier ones. */
  readonly onReplaced?: (products: readonly Product[]) => void;
  /** Called with the error of a version that cannot be served. The earlier products stay. */
  readonly onRefused?: (error: Error) => void;
}

/**
 * Keeps a catalogue up to date: each new version replaces the products, and an error leaves those that are there.
 * @returns a promise that resolves when there are no more versions
 */
export async function followVersions(
  catalog: ReplaceableProducts,
  versions: ProductVersions,
  { onReplaced, onRefused }: FollowOptions = {},
): Promise<void> {
  for await (const version of versions) {
    if (version instanceof Error) {
      onRefused?.(version);
    } else {
      catalog.replace(version);
      onReplaced?.(version);
    }
  }
}

import type { Product } from '../domain/product.ts';

/** A store whose products can be replaced, such as a `MemoryCatalog`. */
export interface ReplaceableProducts {
  /** Replaces all products in one step. */
  replace(products: readonly Product[]): void;
}

export interface FollowOptions {
  /** Called when the products of a version have replaced the earlier ones. */
  readonly onReplaced?: (products: readonly Product[]) => void;
  /** Called with the error of a version that cannot be served. The earlier products stay. */
  readonly onRefused?: (error: Error) => void;
}

/**
 * Keeps a catalogue up to date: each new version replaces the products, and an error leaves those that are there.
 * @param versions the products of each version in turn, or the error that loading it threw
 * @returns a promise that resolves when there are no more versions
 */
export async function followVersions(
  catalog: ReplaceableProducts,
  versions: AsyncIterable<readonly Product[] | Error>,
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

import type { Answer } from './ask.ts';

/** A request that servers are loaded with, and how its answer is known to be right. */
export interface Request {
  readonly target: string;
  isRight(answer: Answer, held: number): boolean;
}

function isError({ status, body }: Answer, error: string): boolean {
  return status === 404 && (body as { error?: unknown }).error === error;
}

export const REQUESTS = {
  product: {
    target: '/api/products/2',
    isRight: ({ status, body }) => status === 200 && (body as { id?: unknown }).id === 2,
  },
  list: {
    target: '/api/products',
    isRight: ({ status, body }, held) =>
      status === 200 && Array.isArray(body) && body.length === held,
  },
  noProduct: {
    target: '/api/products/0',
    isRight: (answer) => isError(answer, 'Product not found'),
  },
  noUrl: {
    target: '/api/product',
    isRight: (answer) => isError(answer, 'Not found'),
  },
} as const satisfies Record<string, Request>;

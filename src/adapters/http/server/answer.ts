import type { ServerResponse } from 'node:http';

/** An answer as an access log has it. */
export interface Answer {
  /** Of the request; `undefined` when the request could not be read. */
  readonly method: string | undefined;
  /** The request target as it came: visible ASCII characters only, up to `maxHeaderSize` of them. */
  readonly target: string | undefined;
  /** `undefined` when the client left before there was one. */
  readonly status: number | undefined;
  /** From the end of the request's fields to the last byte given to the system. */
  readonly milliseconds?: number;
  /** Whether the connection was closed before the whole answer was sent. */
  readonly isCutOff: boolean;
}

/** A request that is not answered yet. */
export interface Exchange {
  readonly response: ServerResponse;
  /** As `performance.now()` gives it. */
  readonly receivedAt: number;
}

/** The answer of an exchange that has come to its end, by being sent or by being cut off. */
export function answerOf({ response, receivedAt }: Exchange, isCutOff: boolean): Answer {
  return {
    method: response.req.method,
    target: response.req.url,
    status: response.headersSent ? response.statusCode : undefined,
    milliseconds: performance.now() - receivedAt,
    isCutOff,
  };
}

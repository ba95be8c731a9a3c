import type { ServerResponse } from 'node:http';

/** A response, for an access log. */
export interface Answer {
  /** Of the request; `undefined` if it could not be parsed. */
  readonly method: string | undefined;
  /** The request target as received: up to `maxHeaderSize` visible ASCII characters. */
  readonly target: string | undefined;
  /** `undefined` if the client disconnected before there was one. */
  readonly status: number | undefined;
  /** From the end of the request's fields until the last byte was handed to the operating system. */
  readonly milliseconds?: number;
  /** Whether the connection was closed before the whole response was sent. */
  readonly isCutOff: boolean;
}

/** A request without a complete response. */
export interface Exchange {
  readonly response: ServerResponse;
  /** A value of `performance.now()`. */
  readonly receivedAt: number;
}

/** The response of an exchange that is over, because it was sent or cut off. */
export function answerOf({ response, receivedAt }: Exchange, isCutOff: boolean): Answer {
  return {
    method: response.req.method,
    target: response.req.url,
    status: response.headersSent ? response.statusCode : undefined,
    milliseconds: performance.now() - receivedAt,
    isCutOff,
  };
}

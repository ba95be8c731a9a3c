import type { ServerResponse } from 'node:http';

/** A request and its response. */
export interface Exchange {
  readonly response: ServerResponse;
  /** When the request's fields had arrived: a value of `performance.now()`. */
  readonly receivedAt: number;
}

/** A request and how it was answered, by a response or a refusal: a line of an access log. */
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

/** The answer of an exchange that is over, because its response was sent or the connection was closed. */
export function answerOf({ response, receivedAt }: Exchange, isCutOff: boolean): Answer {
  return {
    method: response.req.method,
    target: response.req.url,
    status: response.headersSent ? response.statusCode : undefined,
    milliseconds: performance.now() - receivedAt,
    isCutOff,
  };
}

/** How many characters are shown of a request target. */
const LONGEST_TARGET = 200;

/** A request target for a line of text: its first 200 characters. */
export function shortTarget(target: string): string {
  return target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET)}…` : target;
}

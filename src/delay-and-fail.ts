import type { RequestListener } from 'node:http';
import { sendInternalError } from './adapters/http/response-format.ts';

/**
 * The options of `delayAndFail`, which `createServer` and the plugin for Vite have, too. They are
 * not checked.
 */
export interface DelayAndFailOptions {
  /**
   * How long each response waits, in milliseconds, as on a slow network; for development. A server
   * of `createServer` closes a connection on which nothing has been sent for 60,000, its `timeout`.
   * Default: 0.
   */
  readonly delay?: number;
  /**
   * A percentage, 0 to 100: how many requests get 500, at random and after the delay, so that you
   * can see what a page makes of it; for development. Default: 0.
   */
  readonly fail?: number;
}

/**
 * Slows a request listener down, and makes some requests fail, whatever their method and target.
 * The listener is not called for a request that fails.
 * @returns the listener itself if both options are 0
 */
export function delayAndFail(
  listener: RequestListener,
  { delay = 0, fail = 0 }: DelayAndFailOptions,
): RequestListener {
  if (delay === 0 && fail === 0) return listener;
  return (request, response) =>
    setTimeout(() => {
      if (Math.random() * 100 < fail) sendInternalError(response);
      else listener(request, response);
    }, delay);
}

/**
 * What the options do, for a line at the start: `For development: each response waits 2000 ms`.
 * @returns `undefined` if both options are 0
 */
export function describeDelayAndFail({ delay = 0, fail = 0 }: DelayAndFailOptions) {
  const effects: string[] = [];
  if (delay > 0) effects.push(`each response waits ${delay} ms`);
  if (fail > 0) effects.push(`${fail} % of the requests get 500`);
  return effects.length === 0 ? undefined : `For development: ${effects.join(', and ')}`;
}

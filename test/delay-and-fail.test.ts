import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { delayAndFail, describeDelayAndFail } from '../src/delay-and-fail.ts';
import { expectContract, INTERNAL_ERROR } from './support/contract.ts';
import { Servers } from './support/local-server.ts';
import { request } from './support/raw-http.ts';

/** Slow and failing responses, for development. */
describe('delayAndFail', () => {
  const servers = new Servers();
  const answer: RequestListener = (_, response) => response.writeHead(204).end();
  const { random } = Math;
  afterEach(() => {
    Math.random = random;
  });

  it('is the listener itself if there is neither a delay nor a failure', () => {
    expect(delayAndFail(answer, {})).to.equal(answer);
    expect(delayAndFail(answer, { delay: 0, fail: 0 })).to.equal(answer);
  });

  it('answers 500 by the contract to any request with fail 100', async () => {
    const listener = delayAndFail(() => expect.fail('the listener was called'), { fail: 100 });
    const { port } = await servers.start({ listener });
    Math.random = () => 0.999;
    for (const method of ['GET', 'HEAD', 'POST']) {
      for (const target of ['/api/products', '/']) {
        const response = await request(port, method, target);
        expectContract(response, method, INTERNAL_ERROR);
      }
    }
  });

  for (const [fail, status] of [
    [0, 204],
    [30, 204],
    [31, 500],
  ] as const) {
    it(`answers ${status} after the delay with fail ${fail} if the random number is 0.3`, async () => {
      Math.random = () => 0.3;
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      const isEndedAfter = (milliseconds: number) =>
        delay(milliseconds).then(() => response.writableEnded);
      // However busy the machine is, the timers of one process fire in the order of their times, and
      // these are started in that order, too.
      const isEndedBefore = isEndedAfter(10);
      delayAndFail(answer, { delay: 20, fail })(response.req, response);
      const isEnded = [await isEndedBefore, await isEndedAfter(30)];
      expect(isEnded).to.deep.equal([false, true]);
      expect(response.statusCode).to.equal(status);
    });
  }

  it('is described by the options that are set', () => {
    const described = [{ delay: 0, fail: 0 }, { delay: 20 }, { fail: 50 }].map(
      describeDelayAndFail,
    );
    expect(described).to.deep.equal([
      undefined,
      'For development: each response waits 20 ms',
      'For development: 50 % of the requests get 500',
    ]);
  });
});

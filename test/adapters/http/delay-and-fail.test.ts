import { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { delayAndFail } from '../../../src/adapters/http/delay-and-fail.ts';
import { expectContract, INTERNAL_ERROR } from '../../support/contract.ts';
import { Servers } from '../../support/local-server.ts';
import { request } from '../../support/raw-http.ts';
import { waitFor } from '../../support/with-timeout.ts';

/** Delay and failure, for development. */
describe('delayAndFail', () => {
  const servers = new Servers();
  const answer: RequestListener = (_, response) => response.writeHead(204).end();

  it('is the listener itself if there is neither a delay nor a failure', () => {
    expect(delayAndFail(answer, {})).to.equal(answer);
    expect(delayAndFail(answer, { delay: 0, fail: 0 })).to.equal(answer);
  });

  it('calls the listener once the delay has ended', async () => {
    const calls: string[] = [];
    const listener: RequestListener = (request, response) => {
      calls.push('the listener');
      answer(request, response);
    };
    const delays = new EventEmitter();
    const wait = (callback: () => void, milliseconds: number) => {
      calls.push(`wait ${milliseconds}`);
      delays.emit('begun', callback);
    };
    const { port } = await servers.start({ handle: delayAndFail(listener, { delay: 2000 }, wait) });
    const begun = waitFor(delays, 'begun');
    const response = request(port, 'GET', '/');
    const [end] = (await begun) as [() => void];
    expect(calls).to.deep.equal(['wait 2000']);
    end();
    expect((await response).status).to.equal(204);
    expect(calls).to.deep.equal(['wait 2000', 'the listener']);
  });

  it('answers 500 by the contract to any request with fail 100, after the delay', async () => {
    const listener = () => expect.fail('the listener was called');
    const delays: number[] = [];
    const wait = (callback: () => void, milliseconds: number) => {
      delays.push(milliseconds);
      callback();
    };
    const handle = delayAndFail(listener, { delay: 2000, fail: 100 }, wait);
    const { port } = await servers.start({ handle });
    for (const method of ['GET', 'HEAD', 'POST']) {
      for (const target of ['/api/products', '/']) {
        const response = await request(port, method, target);
        expectContract(response, method, INTERNAL_ERROR);
      }
    }
    expect(delays).to.deep.equal(Array(6).fill(2000));
  });

  for (const [fail, status] of [
    [30, 204],
    [31, 500],
  ] as const) {
    it(`answers ${status} with fail ${fail} if the random number is 0.3`, async () => {
      const listener = delayAndFail(answer, { fail }, (callback) => callback());
      const handle: RequestListener = (request, response) => {
        const { random } = Math;
        // Nothing else runs meanwhile.
        Math.random = () => 0.3;
        try {
          listener(request, response);
        } finally {
          Math.random = random;
        }
      };
      const { port } = await servers.start({ handle });
      expect((await request(port, 'GET', '/')).status).to.equal(status);
    });
  }
});

import { connect } from 'node:net';
import type { RecordableHistogram } from 'node:perf_hooks';
import { HOST, requestFor } from './ask.ts';

/** What arrives is counted and not kept: every connection reads into this. */
const sink = Buffer.allocUnsafe(256 * 1024);

/** What the connections of one load have in common. */
export interface Run {
  readonly port: number;
  readonly target: string;
  /** Length of each answer. */
  readonly octets: number;
  answers: number;
  /** In µs. */
  latencies: RecordableHistogram;
  /** Whether each connection is to end after the answer that is under way. */
  ends: boolean;
}

/**
 * Opens a connection and asks on it, again as soon as it is answered. All answers to one request are
 * of one length, so that counting octets says where an answer ends, and nothing has to be parsed:
 * that is what makes it cheap enough to find the limit of a server that sends 500 kB from one
 * shared Buffer.
 * @returns a promise that settles once the connection has ended, and fails where the server ends it
 */
export function askOverAndOver(run: Run): Promise<void> {
  const { port, octets } = run;
  const request = requestFor(port, run.target);
  let received = 0;
  let sentAt = 0;
  const onread = {
    buffer: sink,
    callback(count: number): boolean {
      received += count;
      if (received > octets) socket.destroy(new Error(`an answer of more than ${octets} octets`));
      if (received !== octets) return true;
      run.answers++;
      run.latencies.record(Math.ceil((performance.now() - sentAt) * 1000));
      if (run.ends) socket.destroy();
      else send();
      return true;
    },
  };
  const socket = connect({ port, host: HOST, noDelay: true, onread });
  function send(): void {
    received = 0;
    sentAt = performance.now();
    socket.write(request);
  }
  return new Promise((resolve, reject) => {
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => {
      if (run.ends) resolve();
      else reject(new Error('the server closed a connection under load'));
    });
  });
}

import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Extent } from './options.ts';

/** What has to be known of a run to read its figures: when, on what, and by which command. */
export function describeSetting(args: readonly string[], { rounds, times }: Extent): string {
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const [core] = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} by \`${command}\`: ${rounds} rounds, each`,
    `of ${times.measure} s after ${times.warmUp} s of warming up. Machine: ${cpus().length} cores`,
    `(${core?.model.trim()}), ${gibibytes} GiB, ${type()} ${release()}, Node.js ${process.version};`,
    `load average before the run ${loadavg()[0]?.toFixed(1)}.`,
  ].join('\n');
}

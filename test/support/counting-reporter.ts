import Mocha from 'mocha';
import { shareCompiled } from './compiled.ts';

/** Mocha's `spec` report, and a last line with the counts that a program can read. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    shareCompiled();
    // Until Mocha sets the status at the end: a parallel run that breaks off would end with 0.
    process.exitCode = 1;
    // npm and its shell end at a signal without passing it on: then the run ends too.
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || process.exit(), 200).unref();
  }

  override epilogue(): void {
    super.epilogue();
    const { passes, failures, pending } = this.stats;
    const skipped = pending > 0 ? `, ${pending} skipped` : '';
    console.log(`${passes} passed, ${failures} failed${skipped}`);
  }
}

import Mocha from 'mocha';

/** Mocha's own `spec` report, closed by one line that a program can read. */
export default class CountingReporter extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue();
    const { passes, failures, pending } = this.stats;
    const skipped = pending > 0 ? `, ${pending} skipped` : '';
    console.log(`${passes} passed, ${failures} failed${skipped}`);
  }
}

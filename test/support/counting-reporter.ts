import Mocha from 'mocha';

/** Mocha's `spec` report, and a last line with the counts that a program can read. */
export default class CountingReporter extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue();
    const { passes, failures } = this.stats;
    console.log(`${passes} passed, ${failures} failed`);
  }
}

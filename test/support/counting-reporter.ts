import Mocha from 'mocha';

/**
 * Mocha's `spec` report, and a last line with the counts that a program can read. It fails if no
 * test ran, such as with a `-g` that matches none: in parallel mode, Mocha's own `failZero` would
 * fail each file without a match.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue();
    const { passes, failures } = this.stats;
    console.log(`${passes} passed, ${failures} failed`);
  }

  override done(failed: number, end?: (failed: number) => void): void {
    const { passes, failures } = this.stats;
    end?.(passes + failures === 0 ? 1 : failed);
  }
}

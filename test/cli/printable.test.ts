import { expect } from 'chai';
import { printable } from '../../src/cli/printable.ts';

/** What others have written cannot command the terminal. */
describe('printable', () => {
  it('escapes control characters and direction marks, but no line breaks', () => {
    const text = 'a\u001b[31m\tb\r\nc\u007f\u009b\u202e\u2069\u0000 é🍵';
    const escaped = 'a\\u001b[31m\\u0009b\\u000d\nc\\u007f\\u009b\\u202e\\u2069\\u0000 é🍵';
    expect(printable(text)).to.equal(escaped);
  });
});

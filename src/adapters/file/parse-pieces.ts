/**
 * Parses an array in JSON piece by piece, and gives its elements in their order. Of a large file so
 * never more than a piece is held as text, or as what `JSON.parse` makes of it: that would take more
 * memory, and more time, than the products that come of it.
 *
 * If each piece is a list of elements, then so is the whole, with commas between them: wherever it
 * is cut, no fault of the whole goes unseen.
 * @param commas the offsets of those to cut it at
 * @throws {SyntaxError} when it is no array in JSON
 */
export function* parsePieces(octets: Buffer, commas: readonly number[]): Generator<unknown> {
  let start = 0;
  for (const end of [...commas, octets.length]) {
    const text = octets.toString('utf8', start, end);
    const opened = start === 0 ? text : `[${text}`;
    const elements: unknown = JSON.parse(end === octets.length ? opened : `${opened}]`);
    if (!Array.isArray(elements)) throw new SyntaxError('no array');
    if (elements.length === 0 && commas.length > 0) throw new SyntaxError('no element at a comma');
    // Not `yield*`, which asks an iterator for each of a million.
    for (const element of elements) yield element;
    start = end + 1;
  }
}

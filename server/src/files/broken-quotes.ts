const QUOTE = 34
/** Longer lines are not searched. */
const LONGEST = 100_000

/** Replaces doubled quotes in a cell with single ones. */
export function withSingleQuotes(bytes: Buffer): Buffer {
  const single = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    single[length++] = byte
    if (byte === QUOTE) at++
  }
  return single.subarray(0, length)
}

/**
 * The readable cells of a line with broken quotes. If it has as many cells as the first row, all of them, with '' for
 * those that contain a quote; otherwise the cells before the first quote.
 */
export function readBrokenCells(
  line: Buffer,
  { delimiter, columns, before }: { delimiter: number; columns: number; before: readonly string[] },
): readonly string[] {
  if (line.length > LONGEST) return before
  const cells = line.toString('utf8').split(String.fromCharCode(delimiter))
  return cells.length === columns ? cells.map((cell) => /^"?([^"]*)"?$/.exec(cell)?.[1] ?? '') : before
}

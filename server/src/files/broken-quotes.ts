const QUOTE = 34
/** A line that is longer is not looked through. */
const LONGEST = 100_000

/** The bytes of a cell in which two quotes stand for one. */
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
 * What is known of a line with broken quotes: its cells where they are as many as the first row has, those with a quote
 * within them empty; else those before the quote.
 */
export function cellsOfBroken(
  line: Buffer,
  { delimiter, columns, before }: { delimiter: number; columns: number; before: readonly string[] },
): readonly string[] {
  if (line.length > LONGEST) return before
  const cells = line.toString('utf8').split(String.fromCharCode(delimiter))
  return cells.length === columns ? cells.map((cell) => /^"?([^"]*)"?$/.exec(cell)?.[1] ?? '') : before
}

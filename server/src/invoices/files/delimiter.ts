const SIGNS = [',', ';', '\t', '|'] as const
/** Only the first lines of a file are examined. */
const MAX_LINES = 50

/**
 * Finds the delimiter: the character that occurs equally often in the most lines. Others may occur in a preamble, in
 * amounts and in addresses, but not equally often in each line.
 */
export function delimiterOfLines(beginning: string): string {
  const lines = beginning
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES)
  const scores = SIGNS.map((sign) => ({ sign, score: scoreOf(lines.map((line) => line.split(sign).length - 1)) }))
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).sign
}

/** How many lines have the most common count, times that count. */
function scoreOf(counts: readonly number[]): number {
  const often = new Map<number, number>()
  for (const count of counts) if (count > 0) often.set(count, (often.get(count) ?? 0) + 1)
  return Math.max(0, ...[...often].map(([count, lines]) => count * lines))
}

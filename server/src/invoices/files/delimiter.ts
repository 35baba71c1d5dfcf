const SIGNS = [',', ';', '\t', '|'] as const
/** Lines of a file's beginning that are looked at. */
const MAX_LINES = 50

/**
 * The sign between the cells: the one that lines have equally many of. A preamble may have others, and so may amounts and
 * addresses, but not in every line as often.
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

/** How often the commonest count stands there, times that count. */
function scoreOf(counts: readonly number[]): number {
  const often = new Map<number, number>()
  for (const count of counts) if (count > 0) often.set(count, (often.get(count) ?? 0) + 1)
  return Math.max(0, ...[...often].map(([count, lines]) => count * lines))
}

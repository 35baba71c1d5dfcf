/**
 * What is said by more than half of several, which the others then differ from; undefined where no text is. It takes the
 * texts that stand in one column for the same carrier or service, one of each client.
 */
function majorityOf(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const count = (counts.get(text) ?? 0) + 1
    if (count * 2 > texts.length) return text
    counts.set(text, count)
  }
  return undefined
}

/**
 * The cells that differ from what most clients have, by row: of rows in groups (the same carrier or service), the columns
 * in which the row is not of the majority, each with what that has. Where there is no majority every row of the group
 * differs, from undefined.
 */
export function differingCells<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
  columns: Readonly<Record<string, (row: Row) => string>>,
): Map<Row, ReadonlyMap<string, string | undefined>> {
  const differing = new Map<Row, Map<string, string | undefined>>(rows.map((row) => [row, new Map()]))
  for (const group of Map.groupBy(rows, groupOf).values())
    for (const [column, textOf] of Object.entries(columns)) {
      const majority = majorityOf(group.map(textOf))
      for (const row of group) if (textOf(row) !== majority) differing.get(row)?.set(column, majority)
    }
  return differing
}

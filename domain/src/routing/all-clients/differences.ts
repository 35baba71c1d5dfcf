/**
 * Finds the text that more than half of the clients have in a column, for one carrier or service; undefined if none has
 * a majority.
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
 * Finds the cells that differ from most clients. Rows of one group (the same carrier or service) are compared by
 * column; the result has each differing column with the majority's text. Without a majority all rows of the group
 * differ, with undefined.
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

import { columnIdOf, type Columns } from '../features.ts'
import { hasValue, NO_PRIORITY } from './use-column-fit.ts'

/**
 * Where a column is in a card: with the texts, with the days and figures, or with the texts if one of those is a badge,
 * which stands beside the name.
 */
export type CardLine = 'text' | 'more' | 'fact'

const MOST_TEXTS = 3
const MOST_FACTS = 2

/**
 * The columns that a card on a phone shows beneath the name of its record, those of most priority. Columns that the user
 * hid are not rendered at all.
 */
export function cardLines<Row extends object>(columns: Columns<Row>): ReadonlyMap<string, CardLine> {
  const lines = new Map<string, CardLine>()
  let [texts, facts] = [0, 0]
  const [, ...others] = columns.filter(hasValue).map((column, index) => ({
    id: columnIdOf(column),
    priority: column.meta?.priority ?? NO_PRIORITY + index,
    isFact: column.meta?.align === 'right' || column.meta?.kind !== undefined,
  }))
  for (const { id, isFact } of others.toSorted((one, other) => one.priority - other.priority)) {
    if (isFact && facts < MOST_FACTS) lines.set(id, 'fact')
    if (!isFact && texts <= MOST_TEXTS) lines.set(id, texts < MOST_TEXTS ? 'text' : 'more')
    if (isFact) facts++
    else texts++
  }
  return lines
}

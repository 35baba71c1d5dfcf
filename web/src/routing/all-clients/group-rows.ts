import { formatCount } from '@despatch/domain/money/money'
import { type ComparedRow, type Comparison, clientsText, isContracted } from './comparison.ts'

/** '6 carriers'. */
export const groupsText = (count: number, noun: string) => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`

/** The text of a column in which the clients of a group differ without a majority. */
export const VARIES = 'Varies'

/** Rows of a carrier or service as one row with its clients, in their order; a single client's row stays as it is. */
export function groupRows({ columns }: Pick<Comparison, 'columns'>, rows: readonly ComparedRow[]): ComparedRow[] {
  return [...Map.groupBy(rows, ({ carrier, service }) => `${carrier} ${service}`)].flatMap(([id, members]) => {
    const [first, another] = members
    if (!first) return []
    return another ? groupOf(columns, id, first, members) : first
  })
}

function groupOf(columns: Comparison['columns'], id: string, first: ComparedRow, members: ComparedRow[]): ComparedRow {
  const having = members.filter(isContracted)
  const cells: Record<string, string> = {}
  const differing = new Map<string, string | undefined>()
  for (const column of columns) {
    const texts = having.map((member) => member.cells[column.id] ?? '')
    const [text = '', other] = new Set(texts)
    // Filters may leave only clients that differ: then the column differs too, though these are the same.
    const one = having.find((member) => member.differing.has(column.id))
    const usual = one ? one.differing.get(column.id) : text
    cells[column.id] = usual ?? (other === undefined ? text : VARIES)
    if (one) differing.set(column.id, usual)
  }
  const use = totalUse(having)
  const { dates, ...shared } = first
  // Clients with other dates have no strip in common.
  const areSame = dates && [...differing.keys()].every((column) => column !== 'active' && column !== 'activeDates')
  return {
    ...shared,
    ...(areSame && { dates }),
    id,
    key: '',
    client: memberText(members, having),
    cells,
    differing,
    members,
    ...(use && { use }),
  }
}

/** '6 clients · same', '3 clients · 1 differs · 1 without it'. */
function memberText(members: readonly ComparedRow[], having: readonly ComparedRow[]): string {
  const others = having.filter((member) => member.differing.size > 0).length
  const without = members.length - having.length
  return [
    clientsText(having.length),
    others === 0 ? 'same' : others > 1 && others === having.length ? 'all differ' : differText(others),
    ...(without > 0 ? [`${formatCount(without)} without it`] : []),
  ].join(' · ')
}

const differText = (count: number) => `${formatCount(count)} ${count === 1 ? 'differs' : 'differ'}`

/** The use of a carrier by all its clients. A day without a limit for one of them has none in total. */
function totalUse(members: readonly ComparedRow[]): ComparedRow['use'] {
  const [first] = members
  return first?.use?.map(({ day }, ahead) => {
    const days = members.flatMap(({ use }) => use?.[ahead] ?? [])
    const limits = days.flatMap(({ limit }) => limit ?? [])
    return {
      day,
      used: days.reduce((sum, { used }) => sum + used, 0),
      limit: limits.length < days.length ? null : limits.reduce((sum, limit) => sum + limit, 0),
    }
  })
}

/** The expanded groups after a click on one. */
export const toggled = (expanded: ReadonlySet<string>, { id }: ComparedRow): ReadonlySet<string> =>
  new Set(expanded.has(id) ? [...expanded].filter((one) => one !== id) : [...expanded, id])

/** The rows to list: after each expanded group, its clients. */
export const withExpanded = (rows: readonly ComparedRow[], expanded: ReadonlySet<string>): ComparedRow[] =>
  rows.flatMap((row) => (row.members && expanded.has(row.id) ? [row, ...row.members] : [row]))

import { readDeliveryState } from '@despatch/domain/deliveries/parcels/read-delivery-state'
import { evenness, type PastedTable, pastedTable, type Separator, SEPARATOR_SIGNS } from './pasted-table.ts'

/** What a column of a pasted list may hold. */
export const ROLES = { code: 'Code', state: 'Meaning', description: 'Description', reason: 'Incident reason' } as const
export type Role = keyof typeof ROLES
export const ROLE_KEYS = Object.keys(ROLES) as Role[]

/** Which column holds what; null where the list has no such column, or cannot be told which it is. */
export type Columns = Readonly<Record<Role, number | null>>

/** A list as it was pasted: its cells, whether its first row is a heading, and which column holds what. */
export type PastedList = PastedTable & { readonly hasHeading: boolean; readonly columns: Columns }

const NO_COLUMNS: Columns = { code: null, state: null, description: null, reason: null }

/** How columns are headed, in lower case and letters alone; of two such columns the one that is named first is taken. */
const HEADINGS: Readonly<Record<Role, readonly string[]>> = {
  code: [
    'eventcode',
    'statuscode',
    'scancode',
    'trackingcode',
    'code',
    'carriercode',
    'eventid',
    'statusid',
    'id',
    'event',
    'scan',
  ],
  state: [
    'means',
    'meaning',
    'state',
    'portalstate',
    'mapsto',
    'mappedstatus',
    'tag',
    'milestone',
    'category',
    'status',
  ],
  description: [
    'description',
    'eventdescription',
    'statusdescription',
    'eventname',
    'displayname',
    'name',
    'title',
    'text',
    'message',
    'details',
    'event',
    'scan',
    'status',
  ],
  reason: ['incidentreason', 'reason', 'reasondescription', 'substatus'],
}
const plain = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Reads a list with the separator that parts it best, unless one is chosen, and tells its columns. */
export function pastedList(text: string, most: number, chosen?: Separator): PastedList {
  const lists = (chosen ? [chosen] : SEPARATOR_SIGNS).map((sign) => withColumns(pastedTable(text, sign, most)))
  const [best] = lists.toSorted((a, b) => howMany(b.columns) - howMany(a.columns) || evenness(b) - evenness(a))
  // Where nothing parts the list, it is what cannot be read that would.
  const broken = best && evenness(best) === 0 ? lists.find(({ problem }) => problem !== undefined) : undefined
  return broken ?? best ?? { separator: '\t', rows: [], hasHeading: false, columns: NO_COLUMNS }
}

/** Both columns that no code can do without weigh; what a list has beside them does not. */
const howMany = ({ code, state }: Columns) => Number(code !== null) + Number(state !== null)

function withColumns(table: PastedTable): PastedList {
  const [first = []] = table.rows
  const headed = columnsByHeading(first, table.rows.slice(1))
  return headed
    ? { ...table, hasHeading: true, columns: headed }
    : { ...table, hasHeading: false, columns: columnsByContent(table.rows) }
}

/** The columns by the names in a heading; undefined where the row is none, for it names no column of codes. */
function columnsByHeading(heading: readonly string[], rows: readonly (readonly string[])[]): Columns | undefined {
  // A row that says what a code means is none of names.
  if (heading.some((cell) => readDeliveryState(cell) !== undefined)) return undefined
  const names = heading.map(plain)
  const taken = new Set<number>()
  const of = (role: Role, isFit: (column: number) => boolean = () => true) => {
    const found = HEADINGS[role].map((name) =>
      names.findIndex((has, at) => has === name && !taken.has(at) && isFit(at)),
    )
    const column = found.find((at) => at >= 0)
    if (column !== undefined) taken.add(column)
    return column ?? null
  }
  const code = of('code')
  if (code === null) return undefined
  // 'Status' heads a column of meanings as well as one of descriptions: what stands beneath it decides.
  const state = of('state', (at) => names[at] !== 'status' || areStates(rows, at)) ?? onlyStates(rows, taken)
  return { code, state, description: of('description'), reason: of('reason') }
}

/**
 * The columns of a list without a heading: meanings are known when they are read, a code by its signs. Where two columns may
 * be either, nothing is said: a display name is easily taken for a code.
 */
function columnsByContent(rows: readonly (readonly string[])[]): Columns {
  const state = onlyStates(rows, new Set())
  const codes = placesOf(rows).filter((at) => at !== state && areCodes(rows, at))
  const code = codes.length === 1 ? (codes[0] ?? null) : null
  if (code === null || state === null) return { ...NO_COLUMNS, code, state }
  const [description = null, reason = null] = placesOf(rows).filter((at) => at !== code && at !== state)
  return { code, state, description, reason }
}

/** The one column of meanings among those that are not taken; null where there is none, or more than one. */
function onlyStates(rows: readonly (readonly string[])[], taken: ReadonlySet<number>): number | null {
  const states = placesOf(rows).filter((at) => !taken.has(at) && areStates(rows, at))
  return states.length === 1 ? (states[0] ?? null) : null
}

const placesOf = (rows: readonly (readonly string[])[]) =>
  Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, at) => at)

/** Whether most of a column's cells name a state; a list with a few mistakes is a list still. */
function areStates(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
  return cells.filter((cell) => readDeliveryState(cell) !== undefined).length * 2 > cells.length
}

/** Whether a column's cells look like codes: no blanks, and a digit or no small letter within. */
function areCodes(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
  const isCode = (cell: string) => /^\S{1,50}$/.test(cell) && (/\d/.test(cell) || !/\p{Ll}/u.test(cell))
  return cells.length * 2 > rows.length && cells.every(isCode)
}

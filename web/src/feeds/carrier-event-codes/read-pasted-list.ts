import { readDeliveryState } from '@despatch/domain/deliveries/parcels/read-delivery-state'
import {
  separatorScore,
  type PastedTable,
  readPastedTable,
  type Separator,
  SEPARATOR_SIGNS,
} from './read-pasted-table.ts'

/** Possible contents of a column. */
export const ROLES = { code: 'Code', state: 'Meaning', description: 'Description', reason: 'Incident reason' } as const
export type Role = keyof typeof ROLES
export const ROLE_KEYS = Object.keys(ROLES) as Role[]

/** The column of each role; null if missing or unclear. */
export type Columns = Readonly<Record<Role, number | null>>

/** A pasted list: its cells, whether the first row is a heading, and the column of each role. */
export type PastedList = PastedTable & { readonly hasHeading: boolean; readonly columns: Columns }

const NO_COLUMNS: Columns = { code: null, state: null, description: null, reason: null }

/** Headings in lowercase letters; if two columns match, the earlier name wins. */
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
const lettersOnly = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Reads a list with the best separator, or the chosen one, and detects its columns. */
export function readPastedList(text: string, maxRows: number, chosen?: Separator): PastedList {
  const lists = (chosen ? [chosen] : SEPARATOR_SIGNS).map((sign) => withColumns(readPastedTable(text, sign, maxRows)))
  const [best] = lists.toSorted(
    (a, b) => countRequired(b.columns) - countRequired(a.columns) || separatorScore(b) - separatorScore(a),
  )
  // If no separator works, report the one with unreadable cells.
  const broken = best && separatorScore(best) === 0 ? lists.find(({ problem }) => problem !== undefined) : undefined
  return broken ?? best ?? { separator: '\t', rows: [], hasHeading: false, columns: NO_COLUMNS }
}

/** Counts the two required columns; others do not matter. */
const countRequired = ({ code, state }: Columns) => Number(code !== null) + Number(state !== null)

function withColumns(table: PastedTable): PastedList {
  const [first = []] = table.rows
  const headed = columnsByHeading(first, table.rows.slice(1))
  return headed
    ? { ...table, hasHeading: true, columns: headed }
    : { ...table, hasHeading: false, columns: columnsByContent(table.rows) }
}

/** Finds the columns by heading; undefined if the row is no heading, because it names no column of codes. */
function columnsByHeading(heading: readonly string[], rows: readonly (readonly string[])[]): Columns | undefined {
  // A row with a meaning is no heading.
  if (heading.some((cell) => readDeliveryState(cell) !== undefined)) return undefined
  const names = heading.map(lettersOnly)
  const taken = new Set<number>()
  const findColumn = (role: Role, isFit: (column: number) => boolean = () => true) => {
    const found = HEADINGS[role].map((name) =>
      names.findIndex((has, at) => has === name && !taken.has(at) && isFit(at)),
    )
    const column = found.find((at) => at >= 0)
    if (column !== undefined) taken.add(column)
    return column ?? null
  }
  const code = findColumn('code')
  if (code === null) return undefined
  // 'Status' may head meanings or descriptions, so its cells decide.
  const state = findColumn('state', (at) => names[at] !== 'status' || areStates(rows, at)) ?? onlyStates(rows, taken)
  return { code, state, description: findColumn('description'), reason: findColumn('reason') }
}

/**
 * Finds the columns of a list without a heading: meanings by their names, codes by their form. If two columns could be
 * codes, returns neither: a display name easily looks like a code.
 */
function columnsByContent(rows: readonly (readonly string[])[]): Columns {
  const state = onlyStates(rows, new Set())
  const codes = placesOf(rows).filter((at) => at !== state && areCodes(rows, at))
  const code = codes.length === 1 ? (codes[0] ?? null) : null
  if (code === null || state === null) return { ...NO_COLUMNS, code, state }
  const [description = null, reason = null] = placesOf(rows).filter((at) => at !== code && at !== state)
  return { code, state, description, reason }
}

/** The only column of meanings among those not yet taken; null if there is none or several. */
function onlyStates(rows: readonly (readonly string[])[], taken: ReadonlySet<number>): number | null {
  const states = placesOf(rows).filter((at) => !taken.has(at) && areStates(rows, at))
  return states.length === 1 ? (states[0] ?? null) : null
}

const placesOf = (rows: readonly (readonly string[])[]) =>
  Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, at) => at)

/** Whether most cells of a column name a state; a few mistakes are allowed. */
function areStates(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
  return cells.filter((cell) => readDeliveryState(cell) !== undefined).length * 2 > cells.length
}

/** Whether a column's cells look like codes: no spaces, and a digit or no lowercase letter. */
function areCodes(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
  const isCode = (cell: string) => /^\S{1,50}$/.test(cell) && (/\d/.test(cell) || !/\p{Ll}/u.test(cell))
  return cells.length * 2 > rows.length && cells.every(isCode)
}

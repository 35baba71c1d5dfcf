import { decimalOfAll } from '../reading/amount.ts'
import { readDay } from '../reading/day-text.ts'
import type { PreambleValue, ReadableFile } from '../reading/read-plan.ts'
import { columnsOf, isNeeded } from '../reading/read-plan.ts'
import { dayOrderOf, type DayOrder } from '../../calendar/date-format.ts'
import { columnTitle, headerName, type HeaderPlaces, placeOf, placesOf } from './columns.ts'
import type { FirstRow } from './first-row.ts'
import { contentFaults, shapeFaults } from './fits.ts'
import { isCompleted } from './heading-rows.ts'
import { type Layout, LAYOUT_FIELDS, type LayoutField } from './layout.ts'

/** The result of recognising a file by its first rows. */
export type Recognition =
  | {
      readonly isKnown: true
      readonly file: ReadableFile
      /** Columns that the layout does not name, and so are not read. */
      readonly further: readonly string[]
    }
  | {
      readonly isKnown: false
      /** The row of its header, from 0; null if it seems to have none. */
      readonly headerRow: number | null
      /** The most similar layout, and texts that describe the differences; null if there is none. */
      readonly nearest: NearestLayout | null
    }

export type NearestLayout = {
  readonly layout: Layout
  /** The share of the layout's columns that the file has. */
  readonly likeness: number
  readonly differs: readonly string[]
}

/** The header must be within this many rows. */
const MAX_PREAMBLE = 30
/** Below this, it is an entirely different file. */
const MIN_LIKENESS = 0.4
const MAX_DIFFERENCES = 12

/**
 * Finds the layout of a file by its first rows. A layout fits if the file has all columns that it reads, by name and
 * with the expected content, in any order and beside others; or, without a header, if the rows have its shape. A
 * similar file that does not fit is unknown.
 */
export function recognise(rows: readonly FirstRow[], layouts: readonly Layout[]): Recognition {
  let nearest: NearestLayout | null = null
  for (const layout of layouts) {
    const found = layout.header === null ? matchShape(rows, layout) : matchHeader(rows, layout)
    if ('file' in found) return { isKnown: true, file: found.file, further: found.further }
    if (found.likeness >= MIN_LIKENESS && found.likeness > (nearest?.likeness ?? 0))
      nearest = { layout, likeness: found.likeness, differs: found.differs.slice(0, MAX_DIFFERENCES) }
  }
  return { isKnown: false, headerRow: findHeader(rows), nearest }
}

type Match = { file: ReadableFile; further: string[] } | { likeness: number; differs: string[] }

function matchHeader(rows: readonly FirstRow[], layout: Layout): Match {
  const best = bestHeader(rows, layout)
  const likeness = best.wanted === 0 ? 0 : best.found / best.wanted
  const header = rows[best.index]?.cells ?? []
  const differs = namesThatDiffer(layout, best.places, header)
  if (differs.length > 0 || likeness < 1) return { likeness: Math.min(likeness, 0.99), differs }
  const behind = rows.slice(best.index + 1)
  const file = readable(layout, { rowsBefore: best.index + 1, header, preambleRows: rows.slice(0, best.index), behind })
  const faults = [...contentFaults(file, behind), ...preambleFaults(file)]
  if (faults.length > 0) return { likeness: 0.99, differs: faults }
  return { file, further: furtherColumns(layout, header) }
}

type HeaderMatch = {
  /** From 0. */
  readonly index: number
  readonly places: HeaderPlaces
  /** The number of required columns found, and their total number. */
  readonly found: number
  readonly wanted: number
}

/** Finds the row with most of the columns that a layout needs. */
export function bestHeader(rows: readonly FirstRow[], layout: Layout): HeaderMatch {
  const needed = columnsOf(layout).filter(isNeeded)
  const wanted = needed.length
  let best: HeaderMatch = { index: 0, places: placesOf(rows[0]?.cells ?? []), found: -1, wanted }
  for (const [index, { cells }] of rows.slice(0, MAX_PREAMBLE).entries()) {
    const places = placesOf(cells)
    const found = needed.filter((column) => placeOf(column, places) !== -1).length
    if (found > best.found) best = { index, places, found, wanted }
  }
  return { ...best, found: Math.max(0, best.found) }
}

/** Describes which columns that a layout reads are missing or repeated. */
function namesThatDiffer(layout: Layout, places: HeaderPlaces, header: readonly string[]): string[] {
  const names = new Set((layout.header ?? []).map(headerName))
  const strangers = header
    .filter((cell) => cell.trim() !== '' && !names.has(headerName(cell)))
    .map((cell) => cell.trim())
  const differs: string[] = []
  const missing = columnsOf(layout).filter((column) => isNeeded(column) && placeOf(column, places) === -1)
  for (const title of new Set(missing.map(columnTitle))) differs.push(`The column ${title} is not there`)
  if (missing.length > 0 && strangers.length > 0)
    differs.push(
      `The layout does not know ${strangers.length === 1 ? 'the column' : 'the columns'} ${strangers.slice(0, 8).join(', ')}`,
    )
  for (const name of repeatedNames(layout, places)) differs.push(`The column ${name} is there more than once`)
  return differs
}

/** Names that occur more often in a file than in the layout, so that it is unclear which one to read. */
function repeatedNames(layout: Layout, places: HeaderPlaces): string[] {
  const counts = new Map<string, number>()
  for (const name of layout.header ?? []) counts.set(headerName(name), (counts.get(headerName(name)) ?? 0) + 1)
  const read = columnsOf(layout).flatMap((column) => ('names' in column ? column.names : []))
  return [...new Set(read)].filter(
    (name) => (places.get(headerName(name))?.length ?? 0) > Math.max(1, counts.get(headerName(name)) ?? 1),
  )
}

function furtherColumns(layout: Layout, header: readonly string[]): string[] {
  const names = new Set(
    [...(layout.header ?? []), ...columnsOf(layout).flatMap((column) => ('names' in column ? column.names : []))].map(
      headerName,
    ),
  )
  return header.filter((cell) => cell.trim() !== '' && !names.has(headerName(cell))).map((cell) => cell.trim())
}

function matchShape(rows: readonly FirstRow[], layout: Layout): Match {
  const { shape } = layout
  if (!shape || rows.length === 0) return { likeness: 0, differs: [] }
  const { fitting, faults } = shapeFaults(shape, rows)
  if (faults.length > 0)
    return { likeness: shape.cells.length === 0 ? 0 : Math.min(fitting / shape.cells.length, 0.98), differs: faults }
  const file = readable(layout, { rowsBefore: 0, header: null, preambleRows: [], behind: rows })
  const wrong = contentFaults(file, rows)
  return wrong.length > 0 ? { likeness: 0.98, differs: wrong } : { file, further: [] }
}

type Parts = {
  rowsBefore: number
  header: readonly string[] | null
  preambleRows: readonly FirstRow[]
  behind: readonly FirstRow[]
}

function readable(layout: Layout, { rowsBefore, header, preambleRows, behind }: Parts): ReadableFile {
  const places = header && placesOf(header)
  const textsOf = (field: LayoutField): string[] => {
    const column = layout.fields[field]
    const place = column ? placeOf(column, places) : -1
    return place === -1
      ? []
      : behind.filter(({ typed }) => !typed?.has(place)).map(({ cells }) => cells[place]?.trim() ?? '')
  }
  const { decimal: declared } = layout.amounts
  const decimal = declared === 'either' ? (decimalOfAll(amountTexts(layout, places, behind)) ?? '.') : declared
  return {
    layout,
    rowsBefore,
    header: header && header.map((cell) => cell.trim()),
    preamble: readPreamble(layout, preambleRows),
    usualCells: commonest(behind.map(({ cells }) => cells.length)),
    decimal,
    figureDecimal: decimalOfAll(FIGURES.flatMap(textsOf)) ?? decimal,
    dayOrders: Object.fromEntries(
      (['invoiceDay', 'dueDay', 'shipmentDay'] as const).flatMap((field) => {
        const order = orderOf(textsOf(field))
        return order ? [[field, order]] : []
      }),
    ),
  }
}

const FIGURES = ['billedWeight', 'declaredWeight', 'length', 'width', 'height'] as const satisfies LayoutField[]

function commonest(counts: readonly number[]): number {
  const often = new Map<number, number>()
  for (const count of counts) often.set(count, (often.get(count) ?? 0) + 1)
  return [...often].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0]
}

function* amountTexts(layout: Layout, places: HeaderPlaces | null, rows: readonly FirstRow[]): Generator<string> {
  const columns = [
    ...(layout.charges ?? []).map(({ column }) => column),
    ...(layout.pairs ?? []).map(({ amount }) => amount),
    layout.fields.chargeNet,
    layout.fields.rowNet,
    layout.fields.rowGross,
  ].filter((column) => column !== undefined)
  const at = columns.map((column) => placeOf(column, places)).filter((place) => place !== -1)
  for (const { cells, typed } of rows) for (const place of at) if (!typed?.has(place)) yield cells[place] ?? ''
}

/** The order of a column's dates, if they allow only one. */
function orderOf(texts: readonly string[]): DayOrder | undefined {
  const orders = new Set(texts.map(dayOrderOf))
  if (orders.has('day-first')) return 'day-first'
  return orders.has('month-first') ? 'month-first' : undefined
}

function readPreamble(layout: Layout, rows: readonly FirstRow[]): ReadableFile['preamble'] {
  const found: Partial<Record<LayoutField, PreambleValue>> = {}
  for (const { label, field } of layout.preamble ?? []) {
    for (const { cells, line } of rows) {
      const at = cells.findIndex((cell) => headerName(cell).replace(/ ?:$/, '') === headerName(label))
      const text =
        at === -1
          ? undefined
          : cells
              .slice(at + 1)
              .find((cell) => cell.trim() !== '')
              ?.trim()
      if (text === undefined) continue
      found[field] ??= { text: LAYOUT_FIELDS[field].holds === 'day' ? dayText(text) : text, line }
    }
  }
  return found
}

const dayText = (text: string): string => readDay(text, 'day-first', false) ?? text

/** Fields that have no column must be above the header. */
function preambleFaults({ layout, preamble }: ReadableFile): string[] {
  const needed = (layout.preamble ?? []).filter(({ field }) => field === 'invoiceNumber')
  return needed.filter(({ field }) => preamble[field] === undefined).map(({ label }) => `No ${label} above the header`)
}

/**
 * Finds the first row that looks like a header: most of its cells are words. Narrower rows before it are labels and
 * titles.
 */
function findHeader(rows: readonly FirstRow[]): number | null {
  const widest = Math.max(0, ...rows.slice(0, MAX_PREAMBLE).map(({ cells }) => filled(cells).length))
  for (const [index, { cells }] of rows.slice(0, MAX_PREAMBLE).entries()) {
    const texts = filled(cells)
    if (texts.length < 3 || texts.length < widest / 2 || texts.some((text) => text.endsWith(':'))) continue
    const words = texts.filter((text) => /\p{L}{2}/u.test(text) && !/^\p{L}?[\d.,/:-]+$/u.test(text))
    if (words.length >= texts.length * 0.8)
      return isCompleted({ cells }, rows[index + 1], rows[index + 2]) ? index + 1 : index
    if (texts.length === widest) return null
  }
  return null
}

const filled = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim()).filter((cell) => cell !== '')

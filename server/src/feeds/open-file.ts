import type { Readable } from 'node:stream'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { DateFinding } from '@despatch/domain/calendar/date-columns'
import type { Fault } from '@despatch/domain/feeds/fault'
import {
  columnsByName,
  isIgnoredColumn,
  exampleObject,
  FEED_FIELDS,
  neededFields,
  undecidedWarning,
  type Feed,
  type FeedField,
} from '@despatch/domain/feeds/feed-fields'
import { looseName } from '@despatch/domain/feeds/column-names'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import { AppError } from '../process/app-error.ts'
import { asUtf8, bytesOf, peek } from '../files/bytes.ts'
import { type FileRow, MAX_COLUMNS } from '../files/csv-splitter.ts'
import { type FileCounts, readCsv } from '../files/read-csv.ts'
import { readNdjson } from '../files/read-ndjson.ts'
import { delimiterOf, type FeedFormat, isWorkbook, sniff, stripByteOrderMark } from '../files/sniff.ts'
import { toUtf8 } from '../files/to-utf8.ts'
import { workbookRows } from './open-workbook.ts'

export type CellByField = Partial<Record<FeedField, number>>

export type OpenFile = {
  /** Column names from the file. */
  columns: readonly string[]
  /** The position of each field's cell in a row. */
  cellOf: CellByField
  /** Columns that match no field, perhaps misspelt. Empty with a mapping, which leaves columns out on purpose. */
  unread: readonly string[]
  /** A warning, if one of the unmatched columns may decide what happens to a row. */
  undecided?: string | undefined
  /** Blank lines and other skipped content so far. */
  counts: FileCounts
  /** The fault of each date column that contradicts itself, by field; grows while rows are read. */
  contradictions?: ReadonlyMap<string, Fault>
  /** How the dates of each column are read, judged by the rows so far. */
  dates?: () => DateFinding[]
  /** The rows after the header, in batches. Throws BrokenOff when the sender disconnects. */
  rows: AsyncGenerator<FileRow[]>
  /** Whether a row belongs to the same group as the one before it, in feeds that write groups together. */
  isSameGroup?: (before: FileRow, row: FileRow) => boolean
}

/** Consecutive rows with the same value of this field are written in one transaction, because their quantities add up. */
const GROUP_FIELD: Readonly<Partial<Record<Feed, FeedField>>> = { despatches: 'trackingNumber' }

function rowGrouping(feed: Feed, cellOf: CellByField): Pick<OpenFile, 'isSameGroup'> {
  const field = GROUP_FIELD[feed]
  const place = field && cellOf[field]
  if (place === undefined) return {}
  const textOf = ({ cells }: FileRow) => normaliseTrackingNumber(cells?.[place] ?? '')
  return { isSameGroup: (before, row) => textOf(row) !== '' && textOf(row) === textOf(before) }
}

type OpenOptions = { feed: Feed; format: FeedFormat | undefined; mapping: ColumnMapping | undefined }

/**
 * Detects a file's format, reads its header, and finds the column of each field by the mapping or by known column
 * names.
 * @throws AppError for a file that cannot be used at all
 */
export async function openFile(stream: Readable, options: OpenOptions): Promise<OpenFile> {
  const bytes = bytesOf(stream)
  try {
    return await openBytes(bytes, options)
  } catch (error) {
    // Release the stream so that the rest of the request can be drained.
    await bytes.return(undefined)
    throw error
  }
}

async function openBytes(source: AsyncGenerator<Buffer>, options: OpenOptions): Promise<OpenFile> {
  const { head: start, all } = await peek(source)
  if (isWorkbook(start)) {
    const rows = workbookRows(all)
    try {
      return await openTable(rows, options, { blankLines: 0 })
    } catch (error) {
      // Delete the copy on disk.
      await rows.return(undefined)
      throw error
    }
  }
  if (options.format === 'xlsx') throw new AppError('unsupported_file', NO_WORKBOOK)
  const counts: FileCounts = { blankLines: 0 }
  const encoding = options.mapping?.encoding ?? 'utf-8'
  const text = encoding === 'utf-8' ? toUtf8(all, (found) => (counts.assumed = found)) : asUtf8(all, encoding)
  const { head, all: bytes } = await peek(text)
  const sniffed = sniff(head)
  const example = exampleObject(options.feed, options.mapping?.columns)
  if (options.format && options.format !== sniffed)
    throw new AppError('unsupported_file', options.format === 'csv' ? NDJSON_AS_CSV : noNdjson(example))
  if (sniffed === 'ndjson') return openObjects(bytes, head, options, counts)
  const rows = readCsv(skipMark(bytes), delimiterOf(stripByteOrderMark(head)), counts, { isTable: true })
  return openTable(rows, options, counts)
}

const wantedColumns = ({ feed, mapping }: OpenOptions): ColumnByField =>
  mapping?.columns ?? Object.fromEntries(FEED_FIELDS[feed].fields.map((field) => [field, field]))

async function openObjects(
  bytes: AsyncGenerator<Buffer>,
  head: Buffer,
  options: OpenOptions,
  counts: FileCounts,
): Promise<OpenFile> {
  const isMapped = options.mapping !== undefined
  const example = exampleObject(options.feed, options.mapping?.columns)
  // Later objects may have keys that the first lacks.
  const keys = keysOf(head)
  const columnByField: ColumnByField = isMapped ? wantedColumns(options) : columnsByName(options.feed, keys)
  const mustHave: readonly string[] = isMapped ? Object.values(columnByField) : FEED_FIELDS[options.feed].needed
  // Two fields may use one column, and object keys match in any case.
  const columns = [...new Map(Object.values(columnByField).map((column) => [column.toLowerCase(), column])).values()]
  const rows = readNdjson(skipMark(bytes), { keys: columns, example, counts })
  const first = (await rows.next()).value ?? []
  const cellOf = findColumns(columnByField, columns, { mustHave, isMapped })
  if (!isMapped && isUnnumbered(first[0], cellOf)) delete cellOf.lineNumber
  const known = new Set(columns.map((column) => column.toLowerCase()))
  const others = keys.filter((key) => !known.has(key.toLowerCase()) && !isIgnoredColumn(options.feed, key))
  const presentKeys = new Set(keys.map((key) => key.toLowerCase()))
  const filled = Object.entries(columnByField).flatMap(([field, column]) =>
    presentKeys.has(column.toLowerCase()) ? field : [],
  )
  return {
    columns,
    cellOf,
    ...unreadColumns(options, filled, others),
    counts,
    rows: startingWith(first, rows),
    ...rowGrouping(options.feed, cellOf),
  }
}

/** Opens a file whose first row is the header. */
async function openTable(rows: AsyncGenerator<FileRow[]>, options: OpenOptions, counts: FileCounts): Promise<OpenFile> {
  const wanted = wantedColumns(options)
  const isMapped = options.mapping !== undefined
  const [header, ...rest] = (await rows.next()).value ?? []
  if (!header) throw new AppError('unprocessable', 'The file is empty.')
  if (header.fault !== undefined)
    throw new AppError('unprocessable', `The header of the file can’t be read. ${header.fault}.`)
  if (header.count !== undefined) throw new AppError('unprocessable', tooManyColumns(header.count))
  const columns: string[] = header.cells.map((cell: string) => cell.trim())
  const found = (among: readonly string[]) =>
    isMapped
      ? { named: wanted, mustHave: Object.values(wanted) }
      : { named: columnsByName(options.feed, among), mustHave: neededFields(options.feed, among) }
  const { named: columnByField, ...asked } = found(columns)
  refuseHeadingsBelow(columns, rest, (cells) => isHeadings(cells, found(cells)))
  const cellOf = findColumns(columnByField, columns, { ...asked, isMapped })
  const read = new Set(Object.values(cellOf))
  const isUnread = (column: string, place: number) =>
    column !== '' && !read.has(place) && !isIgnoredColumn(options.feed, column)
  return {
    columns,
    cellOf,
    ...unreadColumns(options, Object.keys(cellOf), columns.filter(isUnread)),
    counts,
    rows: startingWith(rest, rows),
    ...rowGrouping(options.feed, cellOf),
  }
}

/** With a mapping, unmatched columns are reported only if one of them may decide what happens to a row. */
function unreadColumns(
  { feed, mapping }: OpenOptions,
  filled: readonly string[],
  others: readonly string[],
): Pick<OpenFile, 'unread' | 'undecided'> {
  return { unread: mapping ? [] : others, undecided: undecidedWarning(feed, new Set(filled), others) }
}

/** Keys of the first object of an NDJSON file; none if the line is incomplete or no object. */
function keysOf(head: Buffer): string[] {
  const line = stripByteOrderMark(head)
    .toString()
    .split(/[\r\n]+/)
    .find((text) => text.trim() !== '')
  try {
    return Object.keys(JSON.parse(line ?? '{}') as object).map((key) => key.trim())
  } catch {
    return []
  }
}

const NO_WORKBOOK = 'This file is not a workbook (XLSX). Send a CSV file as text/csv.'

const tooManyColumns = (count: number) =>
  `The file has ${count.toLocaleString('en-GB')} columns: a feed has at most ${MAX_COLUMNS.toLocaleString('en-GB')}. Check the first line and its separators.`

const NDJSON_AS_CSV =
  'This file was sent as CSV (text/csv) but contains JSON objects. Send it as NDJSON (application/x-ndjson).'
const noNdjson = (example: string) =>
  `This file was sent as NDJSON but does not start with a JSON object. Each line is one, like ${example}. A CSV file is sent as text/csv.`

/** The file's name for the column of a field; the field's own name if the file has no such column. */
export function columnOf({ columns, cellOf }: OpenFile, field: FeedField): string {
  const place = cellOf[field]
  return (place === undefined ? undefined : columns[place]) ?? field
}

type ColumnByField = Partial<Record<FeedField, string>>

/** Objects have no header, so the first object decides whether lines are numbered. */
function isUnnumbered(first: FileRow | undefined, { lineNumber }: CellByField): boolean {
  return first?.fault === undefined && lineNumber !== undefined && !first?.cells[lineNumber]
}

/** Finds the position of each field's column. A mapping needs all its columns; otherwise the required fields need one. */
function findColumns(
  wanted: ColumnByField,
  columns: readonly string[],
  { mustHave, isMapped }: { mustHave: readonly string[]; isMapped: boolean },
): CellByField {
  const matchers = [
    { names: columns, as: (column: string) => column },
    ...[(column: string) => column.toLowerCase(), looseName].map((as) => ({ names: columns.map(as), as })),
  ]
  const cellOf: CellByField = {}
  const missing: string[] = []
  for (const [field, column] of Object.entries(wanted) as [FeedField, string][]) {
    const { names, as } = matchers.find((one) => one.names.includes(one.as(column))) ?? { names: [], as: looseName }
    const place = names.indexOf(as(column))
    if (place === -1) missing.push(column)
    else if (names.lastIndexOf(as(column)) !== place)
      throw new AppError('unprocessable', `The file has more than one column ${column}. Rename one of them.`)
    else cellOf[field] = place
  }
  const lacking = missing.filter((column) => mustHave.includes(column))
  if (lacking.length === 0) return cellOf
  throw new AppError(
    'unprocessable',
    `The file lacks ${lacking.length === 1 ? 'the column' : 'the columns'} ${listNames(lacking)}. It has ${listNames(columns)}. ` +
      (isMapped ? 'Correct the file or the mapping.' : 'Rename its columns, or use a mapping.'),
  )
}

/** Rows searched for headings: reports have titles and merged cells above them. */
const MAX_ABOVE = 20

/** @throws AppError if the first line has no headings but one of the next lines has */
function refuseHeadingsBelow(
  columns: readonly string[],
  rest: readonly FileRow[],
  areHeadings: (cells: readonly string[]) => boolean,
): void {
  if (areHeadings(columns)) return
  const below = rest.slice(0, MAX_ABOVE).find(({ cells = [] }) => areHeadings(cells.map((cell) => cell.trim())))
  if (below)
    throw new AppError(
      'unprocessable',
      `The headings of this file are in line ${below.line}. Delete the lines above and try again.`,
    )
}

function isHeadings(
  cells: readonly string[],
  { named: columnByField, mustHave }: { named: ColumnByField; mustHave: readonly string[] },
): boolean {
  const names = new Set(cells.map(looseName))
  return mustHave.every((field) => names.has(looseName(columnByField[field as FeedField] ?? field)))
}

const MAX_LISTED_NAMES = 40

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_LISTED_NAMES).map((name) => name.slice(0, 50) || '(no name)')
  return listed.join(', ') + (names.length > MAX_LISTED_NAMES ? ` and ${names.length - MAX_LISTED_NAMES} more` : '')
}

async function* skipMark(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of bytes) {
    yield isFirst ? stripByteOrderMark(chunk) : chunk
    isFirst = false
  }
}

async function* startingWith(rows: FileRow[], rest: AsyncGenerator<FileRow[]>): AsyncGenerator<FileRow[]> {
  if (rows.length > 0) yield rows
  yield* rest
}

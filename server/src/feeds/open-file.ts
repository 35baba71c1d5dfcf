import type { Readable } from 'node:stream'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { DateFinding } from '@despatch/domain/calendar/date-columns'
import type { Fault } from '@despatch/domain/feeds/fault'
import {
  columnsByName,
  isPassedOver,
  exampleObject,
  FEED_FIELDS,
  neededFields,
  undecidedNote,
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

export type CellOf = Partial<Record<FeedField, number>>

export type OpenFile = {
  /** The columns as the file names them. */
  columns: readonly string[]
  /** Where the cell of each field stands. */
  cellOf: CellOf
  /** Columns of a file without a mapping that are no fields of the feed: perhaps misspelt. A mapping leaves them out on purpose. */
  unread: readonly string[]
  /** What is said where the column that decides what happens to a row may be among those that fill no field. */
  undecided?: string | undefined
  /** What has been passed over so far. */
  counts: FileCounts
  /** What is said of the rows of a column of dates that contradicts itself; grows while rows are read. */
  contradictions?: ReadonlyMap<string, Fault>
  /** How the dates of each column are read, by the rows so far. */
  dates?: () => DateFinding[]
  /** The rows behind the header, in batches. Throws BrokenOff when the sender goes away. */
  rows: AsyncGenerator<FileRow[]>
  /** Of a feed whose rows are not all for themselves: whether a row is of the same thing as the one before it. */
  isSameGroup?: (before: FileRow, row: FileRow) => boolean
}

/** Rows that follow one another with the same text here are written together: what is in a parcel is added up. */
const TOGETHER: Readonly<Partial<Record<Feed, FeedField>>> = { despatches: 'trackingNumber' }

function goingOn(feed: Feed, cellOf: CellOf): Pick<OpenFile, 'isSameGroup'> {
  const field = TOGETHER[feed]
  const place = field && cellOf[field]
  if (place === undefined) return {}
  const textOf = ({ cells }: FileRow) => normaliseTrackingNumber(cells?.[place] ?? '')
  return { isSameGroup: (before, row) => textOf(row) !== '' && textOf(row) === textOf(before) }
}

type Given = { feed: Feed; format: FeedFormat | undefined; mapping: ColumnMapping | undefined }

/**
 * Opens a file of a feed: tells what it is, reads its header, and finds the column of each field (by the mapping,
 * or by the fields' own names). Throws an AppError for a file that cannot be used at all.
 */
export async function openFile(stream: Readable, given: Given): Promise<OpenFile> {
  const bytes = bytesOf(stream)
  try {
    return await openBytes(bytes, given)
  } catch (error) {
    // Lets go of the stream, so that what else comes of it can be read away.
    await bytes.return(undefined)
    throw error
  }
}

async function openBytes(source: AsyncGenerator<Buffer>, given: Given): Promise<OpenFile> {
  const { head: start, all } = await peek(source)
  if (isWorkbook(start)) {
    const rows = workbookRows(all)
    try {
      return await openTable(rows, given, { blankLines: 0 })
    } catch (error) {
      // Removes it from the disk.
      await rows.return(undefined)
      throw error
    }
  }
  if (given.format === 'xlsx') throw new AppError('unsupported_file', NO_WORKBOOK)
  const counts: FileCounts = { blankLines: 0 }
  const encoding = given.mapping?.encoding ?? 'utf-8'
  const text = encoding === 'utf-8' ? toUtf8(all, (found) => (counts.assumed = found)) : asUtf8(all, encoding)
  const { head, all: bytes } = await peek(text)
  const sniffed = sniff(head)
  const example = exampleObject(given.feed, given.mapping?.columns)
  if (given.format && given.format !== sniffed)
    throw new AppError('unsupported_file', given.format === 'csv' ? NDJSON_AS_CSV : noNdjson(example))
  if (sniffed === 'ndjson') return openObjects(bytes, head, given, counts)
  const rows = readCsv(skipMark(bytes), delimiterOf(stripByteOrderMark(head)), counts, { isTable: true })
  return openTable(rows, given, counts)
}

const wantedOf = ({ feed, mapping }: Given): Wanted =>
  mapping?.columns ?? Object.fromEntries(FEED_FIELDS[feed].fields.map((field) => [field, field]))

async function openObjects(
  bytes: AsyncGenerator<Buffer>,
  head: Buffer,
  given: Given,
  counts: FileCounts,
): Promise<OpenFile> {
  const isMapped = given.mapping !== undefined
  const example = exampleObject(given.feed, given.mapping?.columns)
  // What the first object does not name another may.
  const keys = keysOf(head)
  const named: Wanted = isMapped ? wantedOf(given) : columnsByName(given.feed, keys)
  const mustHave: readonly string[] = isMapped ? Object.values(named) : FEED_FIELDS[given.feed].needed
  // Two fields may have one column; objects are not regarded for the case of their keys.
  const columns = [...new Map(Object.values(named).map((column) => [column.toLowerCase(), column])).values()]
  const rows = readNdjson(skipMark(bytes), { keys: columns, example, counts })
  const first = (await rows.next()).value ?? []
  const cellOf = placesOf(named, columns, { mustHave, isMapped })
  if (!isMapped && isUnnumbered(first[0], cellOf)) delete cellOf.lineNumber
  const known = new Set(columns.map((column) => column.toLowerCase()))
  const others = keys.filter((key) => !known.has(key.toLowerCase()) && !isPassedOver(given.feed, key))
  const there = new Set(keys.map((key) => key.toLowerCase()))
  const filled = Object.entries(named).flatMap(([field, column]) => (there.has(column.toLowerCase()) ? field : []))
  return {
    columns,
    cellOf,
    ...unreadOf(given, filled, others),
    counts,
    rows: startingWith(first, rows),
    ...goingOn(given.feed, cellOf),
  }
}

/** A file of rows whose first names the columns. */
async function openTable(rows: AsyncGenerator<FileRow[]>, given: Given, counts: FileCounts): Promise<OpenFile> {
  const wanted = wantedOf(given)
  const isMapped = given.mapping !== undefined
  const [header, ...rest] = (await rows.next()).value ?? []
  if (!header) throw new AppError('unprocessable', 'The file is empty.')
  if (header.fault !== undefined)
    throw new AppError('unprocessable', `The header of the file cannot be read. ${header.fault}.`)
  if (header.count !== undefined) throw new AppError('unprocessable', tooManyColumns(header.count))
  const columns: string[] = header.cells.map((cell: string) => cell.trim())
  const found = (among: readonly string[]) =>
    isMapped
      ? { named: wanted, mustHave: Object.values(wanted) }
      : { named: columnsByName(given.feed, among), mustHave: neededFields(given.feed, among) }
  const { named, ...asked } = found(columns)
  refuseHeadingsBelow(columns, rest, (cells) => isHeadings(cells, found(cells)))
  const cellOf = placesOf(named, columns, { ...asked, isMapped })
  const read = new Set(Object.values(cellOf))
  const isUnread = (column: string, place: number) =>
    column !== '' && !read.has(place) && !isPassedOver(given.feed, column)
  return {
    columns,
    cellOf,
    ...unreadOf(given, Object.keys(cellOf), columns.filter(isUnread)),
    counts,
    rows: startingWith(rest, rows),
    ...goingOn(given.feed, cellOf),
  }
}

/** The note on columns that fill no field: of a mapping, which leaves them out on purpose, only where one of them may decide. */
function unreadOf(
  { feed, mapping }: Given,
  filled: readonly string[],
  others: readonly string[],
): Pick<OpenFile, 'unread' | 'undecided'> {
  return { unread: mapping ? [] : others, undecided: undecidedNote(feed, new Set(filled), others) }
}

/** The keys of the first object of an NDJSON file; none where its first line is no object, or is cut off. */
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

const NO_WORKBOOK = 'This file was sent as a workbook (XLSX) and is none: send a CSV file as text/csv.'

const tooManyColumns = (count: number) =>
  `The file has ${count.toLocaleString('en-GB')} columns: a feed has at most ${MAX_COLUMNS.toLocaleString('en-GB')}. Look at the first line, and at the signs between its cells.`

const NDJSON_AS_CSV =
  'This file was sent as CSV (text/csv), and holds JSON objects: send it as NDJSON (application/x-ndjson).'
const noNdjson = (example: string) =>
  `This file was sent as NDJSON, and does not begin with a JSON object. Each line is one, like ${example}. A CSV file is sent as text/csv.`

/** What the file calls the column of a field; the field's own name when it has none. */
export function columnOf({ columns, cellOf }: OpenFile, field: FeedField): string {
  const place = cellOf[field]
  return (place === undefined ? undefined : columns[place]) ?? field
}

type Wanted = Partial<Record<FeedField, string>>

/** Whether objects number no lines: their first says it for all, for they have no header that could. */
function isUnnumbered(first: FileRow | undefined, { lineNumber }: CellOf): boolean {
  return first?.fault === undefined && lineNumber !== undefined && !first?.cells[lineNumber]
}

/** Where each field's column stands. Of a mapping every column has to be there; else those of the needed fields. */
function placesOf(
  wanted: Wanted,
  columns: readonly string[],
  { mustHave, isMapped }: { mustHave: readonly string[]; isMapped: boolean },
): CellOf {
  const writings = [
    { names: columns, as: (column: string) => column },
    ...[(column: string) => column.toLowerCase(), looseName].map((as) => ({ names: columns.map(as), as })),
  ]
  const cellOf: CellOf = {}
  const missing: string[] = []
  for (const [field, column] of Object.entries(wanted) as [FeedField, string][]) {
    const { names, as } = writings.find((one) => one.names.includes(one.as(column))) ?? { names: [], as: looseName }
    const place = names.indexOf(as(column))
    if (place === -1) missing.push(column)
    else if (names.lastIndexOf(as(column)) !== place)
      throw new AppError('unprocessable', `The file has more than one column ${column}: rename one of them.`)
    else cellOf[field] = place
  }
  const lacking = missing.filter((column) => mustHave.includes(column))
  if (lacking.length === 0) return cellOf
  throw new AppError(
    'unprocessable',
    `The file lacks ${lacking.length === 1 ? 'the column' : 'the columns'} ${list(lacking)}. It has ${list(columns)}. ` +
      (isMapped ? 'Correct the file or the mapping.' : 'Name its columns so, or send it with a mapping.'),
  )
}

/** Rows behind the first that are looked at for headings: reports have titles and merged cells above them. */
const MAX_ABOVE = 20

/** Throws an AppError where a line below the first has the columns that a file must have, and the first has not. */
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
      `The headings of this file stand in line ${below.line}: delete the lines above them, and send it again.`,
    )
}

function isHeadings(
  cells: readonly string[],
  { named, mustHave }: { named: Wanted; mustHave: readonly string[] },
): boolean {
  const names = new Set(cells.map(looseName))
  return mustHave.every((field) => names.has(looseName(named[field as FeedField] ?? field)))
}

const MAX_LISTED_NAMES = 40

function list(names: readonly string[]): string {
  const named = names.slice(0, MAX_LISTED_NAMES).map((name) => name.slice(0, 50) || '(no name)')
  return named.join(', ') + (names.length > MAX_LISTED_NAMES ? ` and ${names.length - MAX_LISTED_NAMES} more` : '')
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

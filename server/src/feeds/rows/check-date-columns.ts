import { DateColumns, type DateFinding, type UndeclaredColumn } from '@despatch/domain/calendar/date-columns'
import { DATE_FORMATS, type DateFormat } from '@despatch/domain/calendar/date-format'
import { DATE_FIELDS, type Feed, FEED_FIELDS, type FeedField } from '@despatch/domain/feeds/feed-fields'
import { fault, type Fault } from '@despatch/domain/feeds/fault'
import { cellReader } from '@despatch/domain/feeds/rows/row-check'
import { AppError } from '../../process/app-error.ts'
import { BrokenOff } from '../../files/bytes.ts'
import type { FileRow } from '../../files/csv-splitter.ts'
import type { FeedFile } from '../feed-file.ts'
import type { OpenFile } from '../open-file.ts'
import { chunkSize } from './chunk-size.ts'
import { openRowHold } from './row-hold.ts'

/** Rows inspected before the first is passed on: no more than wait to be written anyway. */
const LOOK_AHEAD = 10_000

export type DateCheckedRows = {
  rows: AsyncGenerator<FileRow[]>
  /** The fault of each date column that was found to contradict itself after rows had been passed on. */
  contradictions: ReadonlyMap<string, Fault>
  /** How the dates of each column are read, judged by the rows so far. */
  dates: () => DateFinding[]
}

/**
 * Checks the date columns for which the mapping has no format. While every date can be read in only one way, rows are
 * passed on as they arrive. From the first ambiguous date, rows are held in memory and then on disk until the file
 * ends. If a column then contradicts itself, the whole file is refused; if unambiguous rows were passed on before, only
 * the contradicting rows are refused.
 *
 * If the file breaks off while rows are held, none of them is passed on, because the missing rows could contradict
 * them.
 */
export function checkDateColumns<Summary>(
  { mapping }: Pick<FeedFile<Summary>, 'mapping'>,
  file: OpenFile,
  feed: Feed,
): DateCheckedRows {
  const contradictions = new Map<string, Fault>()
  const formats = mapping?.dateFormats ?? {}
  const undeclared = undeclaredColumns(formats, file, feed)
  const declared = declaredDates(formats, file)
  if (undeclared.length === 0) return { rows: file.rows, contradictions, dates: () => declared }
  const columns = new DateColumns(undeclared)
  const textOf = cellReader({ cellOf: file.cellOf, values: mapping?.values ?? {} })
  const inspect = (row: FileRow) => {
    const { cells, line } = row
    if (cells && cells.length >= file.columns.length) columns.see((field) => textOf(cells, field), line)
  }
  async function* rows(): AsyncGenerator<FileRow[]> {
    const hold = openRowHold()
    let isPassingOn = false
    try {
      for await (const batch of file.rows) {
        batch.forEach(inspect)
        if (isPassingOn && !columns.isAsked) {
          yield batch
          continue
        }
        // Once the file is certain to be refused, do not hold rows; later rows still show which format would fit.
        if (isPassingOn || columns.contradictions().length === 0) await hold.add(batch)
        if (columns.isAsked || hold.size < chunkSize(LOOK_AHEAD)) continue
        isPassingOn = true
        yield* hold.take()
      }
      const found = columns.contradictions()
      if (found[0] && !isPassingOn) throw new AppError('unprocessable', found[0].ofColumn)
      for (const { field, ofRow } of found) contradictions.set(field, fault(ofRow))
      yield* hold.take()
    } catch (error) {
      // Unambiguous dates are right whatever the missing rows say.
      if (error instanceof BrokenOff && !columns.isAsked) yield* hold.take()
      throw error
    } finally {
      await hold.close()
    }
  }
  return { rows: rows(), contradictions, dates: () => [...declared, ...columns.findings()] }
}

function declaredDates(
  formats: Readonly<Partial<Record<string, DateFormat>>>,
  { cellOf, columns }: OpenFile,
): DateFinding[] {
  return Object.entries(formats).flatMap(([field, format]) => {
    const place = cellOf[field as FeedField]
    if (place === undefined || !format) return []
    const text = `Like ${DATE_FORMATS[format]}, as the mapping says.`
    return [{ field, column: columns[place] ?? field, text, isAssumed: false }]
  })
}

function undeclaredColumns(
  formats: Readonly<Partial<Record<string, unknown>>>,
  { cellOf, columns }: OpenFile,
  feed: Feed,
): UndeclaredColumn[] {
  const titles: Readonly<Partial<Record<string, string>>> = FEED_FIELDS[feed].titles
  return DATE_FIELDS[feed].flatMap((field) => {
    const place = cellOf[field]
    if (place === undefined || formats[field] !== undefined) return []
    return [{ field, title: titles[field] ?? field, column: columns[place] ?? field }]
  })
}

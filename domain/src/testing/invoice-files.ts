import { FIRST_ROWS, type FirstRow } from '../invoices/column-mapping/first-row.ts'
import { KNOWN_LAYOUTS } from '../invoices/column-mapping/known-layouts.ts'
import type { Layout } from '../invoices/column-mapping/layout.ts'
import { recognise, type Recognition } from '../invoices/column-mapping/recognise.ts'
import { InvoiceReader, type ReadOptions } from '../invoices/reading/invoice-reader.ts'
import type { InvoiceFileRow, ReadEvent } from '../invoices/reading/read-event.ts'
import type { ReadableFile } from '../invoices/reading/read-plan.ts'

/** Rows as read from a file, numbered from 1. */
export const numbered = (rows: readonly (readonly string[])[]): InvoiceFileRow[] =>
  rows.map((cells, index) => ({ line: index + 1, cells }))

export type FileEvents = {
  readonly details: readonly Extract<ReadEvent, { kind: 'detail' }>[]
  readonly invoices: readonly Extract<ReadEvent, { kind: 'invoice-read' }>[]
  readonly refused: readonly Extract<ReadEvent, { kind: 'refused' }>[]
  readonly file: Extract<ReadEvent, { kind: 'file-read' }>['file']
}

/** Recognises a file by its first rows. Throws if it is unknown. */
export function known(rows: readonly InvoiceFileRow[], layouts: readonly Layout[] = KNOWN_LAYOUTS): ReadableFile {
  const found = recognition(rows, layouts)
  if (found.isKnown) return found.file
  throw new Error(
    `Unknown: ${found.nearest?.layout.code ?? 'nothing like it'}: ${found.nearest?.differs.join('; ') ?? ''}`,
  )
}

export const recognition = (rows: readonly InvoiceFileRow[], layouts: readonly Layout[] = KNOWN_LAYOUTS): Recognition =>
  recognise(firstOf(rows), layouts)

/** The rows that are used to recognise a file, or to guess its layout. */
export const firstOf = (rows: readonly InvoiceFileRow[]): FirstRow[] =>
  rows.slice(0, FIRST_ROWS).flatMap((row) => (row.fault === undefined ? [row] : []))

/** Reads a whole file. */
export function readAll(
  rows: readonly InvoiceFileRow[],
  { file = known(rows), today = '2026-11-22', ...options }: Partial<ReadOptions> & { file?: ReadableFile } = {},
): FileEvents {
  const reader = new InvoiceReader(file, { today, ...options })
  for (const row of rows) reader.read(row)
  const events = [...reader.take(), ...[...reader.end()].flat()]
  const last = events.at(-1)
  if (last?.kind !== 'file-read') throw new Error('The last event is not of the file')
  return {
    details: events.filter((event) => event.kind === 'detail'),
    invoices: events.filter((event) => event.kind === 'invoice-read'),
    refused: events.filter((event) => event.kind === 'refused'),
    file: last.file,
  }
}

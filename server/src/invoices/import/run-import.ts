import { dayOf } from '@despatch/domain/calendar/day'
import { recognise } from '@despatch/domain/invoices/column-mapping/recognise'
import type { FileTally } from '@despatch/domain/invoices/reading/stored-proof'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { copiedPieces } from '../files/copied-pieces.ts'
import { explainNoTable } from '../files/no-table.ts'
import { openInvoiceFile } from '../files/open-invoice-file.ts'
import { peekRows, readInvoices } from '../files/read-invoices.ts'
import { asOperator } from './as-operator.ts'
import { readLayouts } from './carrier-of-layout.ts'
import { formatCount } from '@despatch/domain/money/money'
import type { ImportRow } from './store-invoice.ts'
import { ImportCancelled, recordProgress } from './import-progress.ts'
import { ReadStore } from './read-store.ts'
import { finishInvoices, writeInvoices } from './write-invoices.ts'

/**
 * Imports an uploaded file: reads it, matches and judges its rows, and stores everything in one transaction or
 * nothing. It can be run again after a failure. A file with an unknown layout waits for the mapping studio; an
 * unusable one is refused with the reason. Throws database errors; ends early if a user cancelled it.
 */
export async function runImport(database: Database, fileId: number): Promise<void> {
  const file = await asOperator(database, (transaction) => beginImport(transaction, fileId))
  if (!file) return
  try {
    const clients = await asOperator(database, async (_transaction, codes) => codes)
    // One of the two connections is idle while a file is read, or while the other is in use.
    const isIdleLong = true
    await database.copying(
      clients,
      async (connection) => {
        await connection.query('set local jit = off')
        const store = new ReadStore(connection)
        await store.open()
        const passed = await readFile(database, fileId, { file, clients, store })
        const input = { fileId, file, clients, store, passed }
        const written = await database.copying(
          clients,
          (reader) => writeInvoices(database, { connection, reader }, input),
          { isIdleLong },
        )
        // The reader's connection is released before this: judging dependent rows may exceed the idle timeout.
        await finishInvoices(connection, input, written)
      },
      { isIdleLong },
    )
  } catch (error) {
    if (error instanceof ImportCancelled) return
    if (error instanceof UnknownLayout)
      return recordProgress(database, fileId, { state: 'Unknown layout', message: error.message })
    if (!(error instanceof AppError)) throw error
    await recordProgress(database, fileId, { state: 'Refused', message: error.message })
  }
}

/** Thrown within an import if no layout fits its file. */
class UnknownLayout extends Error {}

function beginImport(transaction: Transaction, fileId: number): Promise<ImportRow | undefined> {
  return transaction.writeRow(
    db
      .updateTable('invoice_files')
      .set({ state: 'Reading', done: 0, total: 0, message: '' })
      .where('file_id', '=', fileId)
      .where('state', 'in', ['Waiting', 'Reading', 'Matching', 'Judging'])
      .returning(['filename', 'sent_at', 'user_id', 'sent_by']),
  )
}

const PROGRESS_EVERY_MS = 400

/**
 * Reads a file into the store.
 *
 * @returns text about skipped tables
 */
async function readFile(
  database: Database,
  fileId: number,
  { file: { filename, sent_at }, clients, store }: { file: ImportRow; clients: readonly string[]; store: ReadStore },
): Promise<string> {
  const layouts = await asOperator(database, readLayouts)
  const upload = await database.copying(clients, (connection) =>
    openInvoiceFile(copiedPieces(connection, fileId), { name: filename }),
  )
  const passed: string[] = []
  try {
    let recordedAt = performance.now()
    let noneIn: string | undefined
    for await (const { name, rows } of upload.files()) {
      const { first, fault, all } = await peekRows(rows)
      const recognised = recognise(first, layouts)
      const unreadable = recognised.isKnown ? undefined : explainNoTable(name, first, fault)
      // A workbook's cover or a note in an archive bills nothing; the other tables are read.
      if (unreadable && first.length > 0) {
        noneIn ??= unreadable
        passed.push(name)
        continue
      }
      if (unreadable) throw new AppError('unprocessable', unreadable)
      if (!recognised.isKnown)
        throw new UnknownLayout([unknownText(name, recognised.nearest), passedText(passed)].join(' ').trim())
      const { layout } = recognised.file
      store.layouts.push(`${layout.title}, version ${layout.version}`)
      for await (const events of readInvoices(recognised.file, all, { today: dayOf(sent_at) })) {
        await store.add(layout, events)
        if (performance.now() - recordedAt < PROGRESS_EVERY_MS) continue
        await recordProgress(database, fileId, { state: 'Reading', done: store.details, total: 0 })
        recordedAt = performance.now()
      }
    }
    if (noneIn !== undefined && store.layouts.length === 0) throw new AppError('unprocessable', noneIn)
  } finally {
    await upload.close()
  }
  if (!store.hasInvoices) throw new AppError('unprocessable', nothingText(store.tally))
  return passedText(passed)
}

/** Explains why a file has no invoice, from its first refused row if it has rows. */
function nothingText({ rows, refused: [first] }: FileTally): string {
  if (!first) return 'The file has no invoice. Check that you chose the right file.'
  const { line, column, value, reason } = first
  const place = [`line ${formatCount(line)}`, column, value && `‘${value}’`].filter(Boolean).join(', ')
  const none =
    rows === 1 ? 'The only row of the file couldn’t' : `None of the ${formatCount(rows)} rows of the file could`
  return `${none} be imported. First error, ${place}: ${reason}.`
}

const MAX_PASSED = 3

/** Names the skipped sheets or files. */
function passedText(names: readonly string[]): string {
  if (names.length === 0) return ''
  const others = names.length - MAX_PASSED
  const named = names.slice(0, MAX_PASSED).join(', ')
  return `Skipped (no table): ${named}${others > 0 ? ` and ${formatCount(others)} more` : ''}.`
}

function unknownText(name: string, nearest: { layout: Layout; differs: readonly string[] } | null): string {
  const like = nearest
    ? ` It is similar to ${nearest.layout.title}, but ${nearest.differs.slice(0, 3).join('; ')}.`
    : ''
  return `We don’t recognise ${name}.${like} Map its columns to import it.`
}

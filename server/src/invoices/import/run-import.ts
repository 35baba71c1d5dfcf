import { dayOf } from '@despatch/domain/calendar/day'
import { recognise } from '@despatch/domain/invoices/layouts/recognise'
import type { Layout } from '@despatch/domain/invoices/layouts/layout'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { openInvoiceFile } from '../files/open-invoice-file.ts'
import { peekRows, readInvoices } from '../files/read-invoices.ts'
import { asOperator } from './as-operator.ts'
import { allLayouts } from './carrier-of-layout.ts'
import { type ImportRow, InvoiceGatherer, type ReadFile } from './gather-invoices.ts'
import { ImportCancelled, noteImport } from './note-import.ts'
import { writeInvoices } from './write-invoices.ts'

/**
 * Imports a file that was sent: reads it, matches what it bills, judges it, and keeps all of it in one transaction, or
 * nothing. Run again it begins again. A file of an unknown layout waits for the mapping studio; one that cannot be used is
 * refused, with the reason. Throws what the database throws, and ends early where it was cancelled.
 */
export async function runImport(database: Database, fileId: number): Promise<void> {
  const file = await asOperator(database, (transaction) => beginImport(transaction, fileId))
  if (!file) return
  try {
    const read = await readFile(database, fileId, file)
    if ('unknown' in read) await noteImport(database, fileId, { state: 'Unknown layout', message: read.unknown })
    else await writeInvoices(database, { fileId, file, read })
  } catch (error) {
    if (error instanceof ImportCancelled) return
    if (!(error instanceof AppError)) throw error
    await noteImport(database, fileId, { state: 'Refused', message: error.message })
  }
}

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

const SAY_EVERY_MS = 400

async function readFile(
  database: Database,
  fileId: number,
  { filename, sent_at }: ImportRow,
): Promise<ReadFile | { unknown: string }> {
  const layouts = await asOperator(database, allLayouts)
  const upload = await openInvoiceFile(piecesOf(database, fileId), { name: filename })
  const all: ReadFile = { invoices: [], layouts: [], refused: [], rows: 0, passedOver: 0 }
  try {
    let said = performance.now()
    for await (const { name, rows } of upload.files()) {
      const { first, all: every } = await peekRows(rows)
      const known = recognise(first, layouts)
      if (!known.isKnown) return { unknown: unknownText(name, known.nearest) }
      const { layout } = known.file
      all.layouts.push(`${layout.title}, version ${layout.version}`)
      const gatherer = new InvoiceGatherer(layout.carrier)
      let read = 0
      for await (const events of readInvoices(known.file, every, { today: dayOf(sent_at) })) {
        for (const event of events) gatherer.add(event)
        read += events.length
        if (performance.now() - said < SAY_EVERY_MS) continue
        await noteImport(database, fileId, { state: 'Reading', done: read, total: 0 })
        said = performance.now()
      }
      const { invoices, file, refused } = gatherer.result()
      if (file.unusable !== null) throw new AppError('unprocessable', file.unusable)
      all.invoices.push(...invoices)
      all.refused.push(...refused)
      all.rows += file.rows
      all.passedOver += file.passedOver
    }
  } finally {
    await upload.close()
  }
  if (all.invoices.length === 0)
    throw new AppError('unprocessable', 'The file holds no invoice: look whether it is the one that you mean.')
  return all
}

function unknownText(name: string, nearest: { layout: Layout; differs: readonly string[] } | null): string {
  const like = nearest ? ` It is like ${nearest.layout.title}, but: ${nearest.differs.slice(0, 3).join('; ')}.` : ''
  return `Nobody has said what the columns of ${name} are.${like} Open it in the mapping studio.`
}

/** The bytes of a file that was sent, a piece at a time. */
export async function* piecesOf(database: Database, fileId: number): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece++) {
    const row = await asOperator(database, (transaction) =>
      transaction.row(
        db.selectFrom('invoice_file_pieces').select('bytes').where('file_id', '=', fileId).where('piece', '=', piece),
      ),
    )
    if (!row) return
    yield row.bytes
  }
}

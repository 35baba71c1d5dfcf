import { dayOf } from '@despatch/domain/calendar/day'
import { columnTitle } from '@despatch/domain/invoices/column-mapping/columns'
import type { FirstRow } from '@despatch/domain/invoices/column-mapping/first-row'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import { findAmountDoubts } from '@despatch/domain/invoices/reading/amount-doubts'
import { recognise } from '@despatch/domain/invoices/column-mapping/recognise'
import type { ReadEvent } from '@despatch/domain/invoices/reading/read-event'
import { costText } from '@despatch/domain/routing/allocation/units'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { storedPieces } from '../files/stored-pieces.ts'
import { openInvoiceFile } from '../files/open-invoice-file.ts'
import { explainNoTable } from '../files/no-table.ts'
import { peekRows, readInvoices } from '../files/read-invoices.ts'

type Preview = {
  problems: string[]
  doubts: string[]
  net: string | null
  taken: number
  wrongTotals: number
  firstWrong: { line: number; column: string; stated: string; charges: string } | null
  refusals: { line: number; column: string; reason: string; value: string }[]
}

/**
 * Reads the first rows of an uploaded file, from its first sheet with a table. Throws an AppError (404) if the file
 * is gone.
 */
export async function readFirstRows(transaction: Transaction, fileId: number): Promise<readonly FirstRow[]> {
  const file = await transaction.row(
    db.selectFrom('invoice_files').select(['filename', 'state']).where('file_id', '=', fileId),
  )
  if (!file || file.state === 'Cancelled') throw new AppError('not_found', 'This file has been deleted.')
  const upload = await openInvoiceFile(storedPieces(transaction, fileId), { name: file.filename })
  try {
    let only: readonly FirstRow[] = []
    for await (const { name, rows } of upload.files()) {
      const { first, fault } = await peekRows(rows)
      if (explainNoTable(name, first, fault) === undefined) return first
      if (only.length === 0) only = first
    }
    return only
  } finally {
    await upload.close()
  }
}

/** Reads the first rows of a file by a layout, or says how they differ from it. */
export async function previewRows(
  { now }: Pick<Context, 'now'>,
  rows: readonly FirstRow[],
  layout: Layout,
): Promise<Preview> {
  const recognised = recognise(rows, [layout])
  const nothing = { net: null, taken: 0, wrongTotals: 0, firstWrong: null, refusals: [] }
  if (!recognised.isKnown) {
    const problems = recognised.nearest
      ? [...recognised.nearest.differs]
      : ['The columns of the layout are not in the file']
    return { problems, doubts: [], ...nothing }
  }
  const events: ReadEvent[] = []
  for await (const some of readInvoices(recognised.file, batchOf(rows), { today: dayOf(now) })) events.push(...some)
  const file = events.flatMap((event) => (event.kind === 'file-read' ? [event.file] : []))[0]
  const refused = events.flatMap((event) => (event.kind === 'refused' ? [event.row] : []))
  const totals = events.flatMap((event) => (event.kind === 'invoice-read' ? [event.proof.ownTotals] : []))
  const invoices = events.filter(({ kind }) => kind === 'invoice-begun').length
  const wrong = totals.flatMap(({ first }) => first)[0]
  const net = events.reduce((sum, event) => sum + (event.kind === 'invoice-read' ? event.proof.net : 0), 0)
  return {
    problems: file && file.unusable !== null ? [file.unusable] : [],
    doubts: [...findAmountDoubts(recognised.file, rows), ...numberDoubts(layout, invoices, file?.taken ?? 0)],
    net: costText(net),
    taken: file?.taken ?? 0,
    wrongTotals: totals.reduce((sum, one) => sum + one.wrong, 0),
    firstWrong: wrong
      ? {
          line: wrong.line,
          column: wrong.column,
          stated: costText(wrong.stated),
          charges: costText(wrong.stated + wrong.difference),
        }
      : null,
    refusals: refused
      .slice(0, 50)
      .map(({ line, column, reason, value }) => ({ line, column: column ?? '', reason, value })),
  }
}

/** With fewer rows, each may well be a separate invoice. */
const FEW_ROWS = 3

/** Warns if each row would be a separate invoice: few carriers send such files. */
function numberDoubts({ fields: { invoiceNumber } }: Layout, invoices: number, rows: number): string[] {
  if (!invoiceNumber || rows < FEW_ROWS || invoices < rows) return []
  return [
    `Each row has another invoice number in ${columnTitle(invoiceNumber)}: each would be an invoice by itself. Choose another column where one invoice bills several rows.`,
  ]
}

async function* batchOf(rows: readonly FirstRow[]) {
  yield rows
}

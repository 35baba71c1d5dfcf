import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { openOperators } from '../scope.ts'

const MAX_LISTED = 50
/** Of a file of many invoices, so many are named. */
const MAX_INVOICES = 1000

/** How far imports have come: those named, or the newest. Throws an AppError (403) for users of clients. */
export async function listImports(
  context: Context,
  { query: { id } }: RouteChecked<typeof routes.imports>,
): Promise<RouteAnswer<typeof routes.imports>> {
  await openOperators(context)
  const imports = await importsByIds(context.transaction, id?.split(',').map(Number))
  return { code: 200, imports }
}

/** Imports by their ids, or the newest; newest first. What was cancelled is gone. */
export async function importsByIds(transaction: Transaction, ids?: readonly number[]): Promise<InvoiceImport[]> {
  const files = await transaction.rows(
    db
      .selectFrom('invoice_files')
      .selectAll()
      .where('state', '<>', 'Cancelled')
      .$if(ids !== undefined, (query) => query.where('file_id', 'in', ids?.length ? [...ids] : [0]))
      .orderBy('sent_at', 'desc')
      .orderBy('file_id', 'desc')
      .limit(MAX_LISTED),
  )
  if (files.length === 0) return []
  const invoices = await transaction.rows(
    db
      .selectFrom('invoices')
      .select(['file_id', 'invoice_id', 'invoice_number'])
      .where(
        'file_id',
        'in',
        files.map(({ file_id }) => file_id),
      )
      .orderBy('invoice_id')
      .limit(MAX_INVOICES),
  )
  const ofFile = Map.groupBy(invoices, ({ file_id }) => file_id)
  return files.map((file) => ({
    importID: String(file.file_id),
    filename: file.filename,
    bytes: file.bytes,
    state: file.state,
    done: file.done,
    total: file.total,
    percentComplete:
      file.state === 'Imported' ? 100 : file.total === 0 ? 0 : Math.floor((file.done / file.total) * 100),
    message: file.message,
    layout: file.layout,
    refusedRows: file.refused_rows,
    invoices: (ofFile.get(file.file_id) ?? []).map(({ invoice_id, invoice_number }) => ({
      summaryID: String(invoice_id),
      invoiceNumber: invoice_number,
    })),
    sentAt: file.sent_at.toISOString(),
    sentBy: file.sent_by,
  }))
}

import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Selectable, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { openOperatorScope } from '../scope.ts'

type FileRow = Selectable<Tables['invoice_files']>

/** At most this many invoices of a file are named; all are counted. */
const MAX_INVOICES = 100

/**
 * Lists the progress of imports, newest first: one page of the named ones, of all, or of files that wait for a
 * mapping. Cancelled ones are gone.
 *
 * @throws AppError 403 for client users
 */
export async function listImports(
  context: Context,
  { query: { id, isWaiting, page, limit } }: RouteChecked<typeof routes.imports>,
): Promise<RouteAnswer<typeof routes.imports>> {
  await openOperatorScope(context)
  const { transaction } = context
  const wanted = importFiles({ ids: id?.split(',').map(Number), isWaiting })
  const files = await transaction.rows(
    wanted
      .selectAll()
      .orderBy('sent_at', 'desc')
      .orderBy('file_id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit),
  )
  const [imports, total, waiting] = await Promise.all([
    importsOf(transaction, files),
    countFiles(transaction, wanted),
    countWaitingFiles(transaction),
  ])
  return { code: 200, imports, waiting, pageInfo: { total, page, limit } }
}

/** Reads imports by their ids, newest first. */
export async function readImports(transaction: Transaction, ids: readonly number[]): Promise<InvoiceImport[]> {
  const files = importFiles({ ids }).selectAll().orderBy('sent_at', 'desc').orderBy('file_id', 'desc')
  return importsOf(transaction, await transaction.rows(files))
}

/** Counts the files that wait for a mapping of their columns. */
export const countWaitingFiles = (transaction: Transaction): Promise<number> =>
  countFiles(transaction, importFiles({ isWaiting: true }))

const importFiles = ({ ids, isWaiting = false }: { ids?: readonly number[] | undefined; isWaiting?: boolean }) =>
  db
    .selectFrom('invoice_files')
    .where('state', '<>', 'Cancelled')
    .$if(ids !== undefined, (query) => query.where('file_id', 'in', ids?.length ? [...ids] : [0]))
    .$if(isWaiting, (query) => query.where('state', '=', 'Unknown layout'))

async function countFiles(transaction: Transaction, files: ReturnType<typeof importFiles>): Promise<number> {
  const counted = await transaction.row(files.select(({ fn }) => fn.countAll<number>().as('files')))
  return Number(counted?.files ?? 0)
}

async function importsOf(transaction: Transaction, files: readonly FileRow[]): Promise<InvoiceImport[]> {
  if (files.length === 0) return []
  const invoices = await transaction.rows(
    sql<{ file_id: number; summaryID: string; invoiceNumber: string; count: number }>`
      select f.file_id, i.invoice_id::text as "summaryID", i.invoice_number as "invoiceNumber", c.count
      from unnest(${files.map(({ file_id }) => file_id)}::bigint[]) as f (file_id)
      cross join lateral (select count(*)::int from invoices where file_id = f.file_id) c
      cross join lateral (
        select invoice_id, invoice_number from invoices where file_id = f.file_id order by invoice_id limit ${MAX_INVOICES}
      ) i
      order by i.invoice_id`.compile(db),
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
    invoices: (ofFile.get(file.file_id) ?? []).map(({ summaryID, invoiceNumber }) => ({ summaryID, invoiceNumber })),
    invoiceCount: ofFile.get(file.file_id)?.[0]?.count ?? 0,
    sentAt: file.sent_at.toISOString(),
    sentBy: file.sent_by,
  }))
}

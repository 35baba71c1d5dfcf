import { formatCount } from '@despatch/domain/money/money'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { noSuchInvoice, WHOLE } from '../scope.ts'

export type HeldInvoice = Selectable<Tables['invoices']>

/**
 * Holds invoices to decide on them, in the order of their ids, and lets the rest of the transaction see all of their rows.
 * Throws an AppError: 404 for one that the caller sees nothing of, 403 for one that bills others too.
 */
export const holdInvoices = (context: ActContext, ids: readonly number[]): Promise<HeldInvoice[]> =>
  findInvoices(context, ids, { isHeld: true })

/** The same invoices to look at: none of them is held. */
export const readInvoices = (context: ActContext, ids: readonly number[]): Promise<HeldInvoice[]> =>
  findInvoices(context, ids, { isHeld: false })

async function findInvoices(
  context: ActContext,
  ids: readonly number[],
  { isHeld }: { isHeld: boolean },
): Promise<HeldInvoice[]> {
  const { transaction, caller } = context
  const wanted = [...new Set(ids)].toSorted((one, other) => one - other)
  if (caller.isInternal) await seeEveryClient(transaction)
  else {
    await refuseOthersInvoices(context, wanted)
    // All rows of these invoices are the caller's own: what is no client's is the invoice itself.
    await seeClients(transaction, [...caller.clients, WHOLE])
  }
  const found = db
    .selectFrom('invoices')
    .selectAll()
    .where('invoice_id', '=', sql<number>`any (${wanted}::bigint[])`)
    .orderBy('invoice_id')
  const invoices = await transaction.rows(isHeld ? found.forUpdate() : found)
  if (invoices.length < wanted.length) throw noSuchInvoice()
  return invoices
}

/** invoices.md: 'Deciding needs all clients of the invoice.' Rows that match nothing are the operator's alone. */
async function refuseOthersInvoices({ transaction, caller }: ActContext, ids: readonly number[]): Promise<void> {
  const parts = await transaction.rows(
    sql<{ invoice_id: number; rows: number; of_rows: number }>`
      select invoice_id, sum(parcels)::int as rows, min(of_parcels) as of_rows from invoice_sums
      where client_code = any (${caller.clients}::text[]) and invoice_id = any (${ids}::bigint[])
      group by invoice_id`.compile(db),
  )
  if (parts.length < ids.length) throw noSuchInvoice()
  if (parts.some(({ rows, of_rows }) => rows < of_rows))
    throw new AppError('unauthorized_access', 'This invoice bills more than is yours, so the operator decides on it.')
}

/** Throws an AppError (422) where one is accepted: 'An accepted invoice is closed.' */
export function refuseAccepted(invoices: readonly HeldInvoice[]): void {
  const closed = invoices.find(({ status }) => status === 'Accepted')
  if (closed)
    throw new AppError('unprocessable', `Invoice ${closed.invoice_number} is accepted and closed. Nothing was changed.`)
}

/** Whether it is rejected as a whole. */
export const isRejected = ({ status }: HeldInvoice) => status === 'Rejected'

/**
 * Throws an AppError (422) where one is rejected as a whole: its rows were judged before others could bill the same, so nothing
 * of it is accepted until the rejection is undone.
 */
export function refuseRejected(invoices: readonly HeldInvoice[]): void {
  const rejected = invoices.find(isRejected)
  if (rejected)
    throw new AppError(
      'unprocessable',
      `Invoice ${rejected.invoice_number} is rejected as a whole, so nothing of it was accepted. Undo the rejection first.`,
    )
}

export const rowsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/**
 * Reckons again what invoices come to, after they or their rows were changed; held by the caller. Each is in its next version,
 * so that nobody accepts or deletes one as a whole by a page that shows its rows as they were.
 */
export async function refreshInvoices(
  { transaction }: Pick<ActContext, 'transaction'>,
  ids: readonly number[],
): Promise<void> {
  await transaction.write(
    db
      .updateTable('invoices')
      .set((is) => ({ version: is('version', '+', 1) }))
      .where('invoice_id', '=', sql<number>`any (${ids}::bigint[])`),
  )
  for (const id of ids) await transaction.write(sql`select refresh_invoice(${id}::bigint)`.compile(db))
}

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

export type LockedInvoice = Selectable<Tables['invoices']>

/**
 * Locks invoices for a decision, in the order of their ids, and lets the rest of the transaction see all of their
 * rows.
 *
 * @throws AppError 404 if the caller can see nothing of one, 403 if one also bills other clients
 */
export const lockInvoices = (context: ActContext, ids: readonly number[]): Promise<LockedInvoice[]> =>
  findInvoices(context, ids, { isHeld: true })

/** Reads the same invoices without locking them. */
export const readInvoices = (context: ActContext, ids: readonly number[]): Promise<LockedInvoice[]> =>
  findInvoices(context, ids, { isHeld: false })

async function findInvoices(
  context: ActContext,
  ids: readonly number[],
  { isHeld }: { isHeld: boolean },
): Promise<LockedInvoice[]> {
  const { transaction, caller } = context
  const wanted = [...new Set(ids)].toSorted((one, other) => one - other)
  if (caller.isInternal) await seeEveryClient(transaction)
  else {
    await refuseOthersInvoices(context, wanted)
    // All rows of these invoices are the caller's; rows that match no client belong to the invoice itself.
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

/** invoices.md: 'Deciding needs all clients of the invoice.' Rows that match no client belong to the operator. */
async function refuseOthersInvoices({ transaction, caller }: ActContext, ids: readonly number[]): Promise<void> {
  const parts = await transaction.rows(
    sql<{ invoice_id: number; rows: number; of_rows: number }>`
      select invoice_id, sum(parcels)::int as rows, min(of_parcels) as of_rows from invoice_sums
      where client_code = any (${caller.clients}::text[]) and invoice_id = any (${ids}::bigint[])
      group by invoice_id`.compile(db),
  )
  if (parts.length < ids.length) throw noSuchInvoice()
  if (parts.some(({ rows, of_rows }) => rows < of_rows))
    throw new AppError('unauthorized_access', 'This invoice bills other clients too, so only the operator can decide.')
}

/** @throws AppError 422 if one is accepted: 'An accepted invoice is closed.' */
export function refuseAccepted(invoices: readonly LockedInvoice[]): void {
  const closed = invoices.find(({ status }) => status === 'Accepted')
  if (closed)
    throw new AppError('unprocessable', `Invoice ${closed.invoice_number} is accepted and closed. Nothing was changed.`)
}

/** Whether the invoice is rejected as a whole. */
export const isRejected = ({ status }: LockedInvoice) => status === 'Rejected'

/**
 * Rows of a rejected invoice were judged before other invoices could bill the same parcels, so they cannot be
 * accepted until the rejection is undone.
 *
 * @throws AppError 422 if one is rejected as a whole
 */
export function refuseRejected(invoices: readonly LockedInvoice[]): void {
  const rejected = invoices.find(isRejected)
  if (rejected)
    throw new AppError(
      'unprocessable',
      `Invoice ${rejected.invoice_number} is rejected as a whole, so nothing of it was accepted. Undo the rejection first.`,
    )
}

export const rowsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/**
 * Recalculates the totals of invoices that the caller has locked, after their rows changed. Each invoice gets its
 * next version, so that a page with outdated rows cannot accept or delete it as a whole.
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

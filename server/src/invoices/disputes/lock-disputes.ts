import { type DisputeEvent, LIVE_STATES } from '@despatch/domain/invoices/dispute'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'

export type DisputeRow = Selectable<Tables['invoice_disputes']>

/** Whether disputes, or shares of them, still claim money. `alias` is that of their table. */
export const isLiveIn = (alias: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.state`)} = any (${[...LIVE_STATES]}::text[])`

/**
 * Locks disputes in the order of their ids, after the invoices that the transaction has locked. Leaves out deleted
 * ones.
 */
export const lockDisputes = (transaction: Transaction, ids: readonly number[]): Promise<DisputeRow[]> =>
  transaction.rows(
    db
      .selectFrom('invoice_disputes')
      .selectAll()
      .where('dispute_id', '=', sql<number>`any (${[...new Set(ids)]}::bigint[])`)
      .orderBy('dispute_id')
      .forUpdate(),
  )

/**
 * Marks the days of disputed rows in `billing_days`: a row that is claimed back in full does not end an accrual. Call
 * it where disputes open, close or reopen, and before rows leave them.
 */
export async function noteDisputedDays(transaction: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of ids)
    await transaction.write(
      sql`insert into billing_days_changed (client_code, carrier, day)
        select distinct p.client_code, p.carrier, london_day(p.despatched_at)
        from invoice_dispute_parts x
        join invoice_parcels r on r.invoice_id = x.invoice_id and r.parcel_no = x.parcel_no
        join parcel_bills b on b.client_code = r.client_code and b.invoice_id = r.invoice_id and b.parcel_no = r.parcel_no
        join parcels p on p.client_code = b.client_code and p.tracking_number = b.tracking_number
        where x.dispute_id = ${id}`.compile(db),
    )
}

/** Recalculates the sums and states of disputes that the caller has locked. */
export async function refreshDisputes(transaction: Transaction, ids: readonly number[]): Promise<void> {
  // One at a time: a single statement for disputes with very many rows would exceed the statement timeout.
  for (const id of ids) await transaction.write(sql`select refresh_dispute(${id}::bigint)`.compile(db))
}

/** An entry of a dispute's history. */
export type NotedEvent = { disputeId: number; what: DisputeEvent; text?: string; amount?: Cost | null }

/** Adds entries to the histories of disputes. */
export async function noteEvents(
  transaction: Transaction,
  { at, by }: { at: Date; by: string },
  events: readonly NotedEvent[],
): Promise<void> {
  if (events.length === 0) return
  await transaction.write(
    db.insertInto('invoice_dispute_events').values(
      events.map(({ disputeId, what, text = '', amount = null }) => ({
        dispute_id: disputeId,
        at,
        by_name: by,
        what,
        text,
        amount,
      })),
    ),
  )
}

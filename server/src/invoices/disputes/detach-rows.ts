import { disputeNumber, isLive, type RowChange, effectOnDispute } from '@despatch/domain/invoices/dispute'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { Selection } from '../accept-and-reject/change-rows.ts'
import { type DisputeRow, lockDisputes, noteDisputedDays, noteEvents, refreshDisputes } from './lock-disputes.ts'

const isSent = ({ sent_at }: DisputeRow) => sent_at !== null

/**
 * Takes rows `p` that are accepted, undone or deleted out of unsent disputes, and deletes disputes without rows. Call
 * it before the rows change, with their invoices locked.
 *
 * @throws AppError 422 if a dispute keeps a row
 */
export async function detachRows(context: ActContext, rows: Selection, rowChange: RowChange): Promise<void> {
  const { transaction } = context
  await detachFromLocked(context, {
    disputes: await lockDisputes(transaction, await findDisputesOfRows(transaction, rows)),
    rows,
    rowChange,
  })
}

/** Finds the disputes that rows `p` are in. */
export async function findDisputesOfRows(transaction: Transaction, rows: Selection): Promise<number[]> {
  const found = await transaction.rows(
    sql<{ dispute_id: number }>`
      select distinct x.dispute_id from invoice_parcels p
      join invoice_dispute_parts x on x.invoice_id = p.invoice_id and x.parcel_no = p.parcel_no
      where ${rows}`.compile(db),
  )
  return found.map(({ dispute_id }) => dispute_id)
}

/** Does the same for disputes that are already locked. */
export async function detachFromLocked(
  { transaction, caller, now }: ActContext,
  { disputes, rows, rowChange }: { disputes: readonly DisputeRow[]; rows: Selection; rowChange: RowChange },
): Promise<void> {
  const left: number[] = []
  for (const dispute of disputes) {
    const then = effectOnDispute(rowChange, {
      state: dispute.state,
      isSent: isSent(dispute),
      isCredited: dispute.credited > 0,
    })
    if (then === 'refuse') throw new AppError('unprocessable', whyNotLeave(dispute, rowChange))
    if (then === 'take out') left.push(dispute.dispute_id)
  }
  if (left.length === 0) return
  await noteDisputedDays(transaction, left)
  const taken = await transaction.write(
    sql<{ dispute_id: number; rows: number; claimed: number }>`
      with gone as (
        delete from invoice_dispute_parts x using invoice_parcels p
        where x.dispute_id = any (${left}::bigint[]) and x.invoice_id = p.invoice_id and x.parcel_no = p.parcel_no and ${rows}
        returning x.dispute_id, x.parcel_no, x.claimed
      )
      select dispute_id, count(distinct parcel_no)::int as rows, sum(claimed)::bigint as claimed from gone
      group by dispute_id order by dispute_id`.compile(db),
  )
  const emptied = await removeEmpty(
    transaction,
    taken.map(({ dispute_id }) => dispute_id),
  )
  const remaining = taken.filter(({ dispute_id }) => !emptied.has(dispute_id))
  await noteEvents(
    transaction,
    { at: now, by: caller.username },
    remaining.map(({ dispute_id, rows: count, claimed }) => ({
      disputeId: dispute_id,
      what: 'rows taken out',
      text: String(count),
      amount: claimed,
    })),
  )
  await refreshDisputes(
    transaction,
    remaining.map(({ dispute_id }) => dispute_id),
  )
}

/** Deletes disputes without rows, and returns their ids. */
async function removeEmpty(transaction: Transaction, ids: readonly number[]): Promise<Set<number>> {
  const isEmpty = sql`dispute_id = any (${ids}::bigint[]) and not exists (
    select from invoice_dispute_parts x where x.dispute_id = s.dispute_id)`
  await transaction.write(sql`delete from invoice_dispute_shares s where ${isEmpty}`.compile(db))
  const gone = await transaction.write(
    sql<{ dispute_id: number }>`delete from invoice_disputes s where ${isEmpty} returning dispute_id`.compile(db),
  )
  return new Set(gone.map(({ dispute_id }) => dispute_id))
}

const AFTERWARDS: Readonly<Record<RowChange, string>> = {
  accept: 'accept the rows',
  undo: 'undo the rejection',
  delete: 'delete',
}

function whyNotLeave(dispute: DisputeRow, rowChange: RowChange): string {
  const number = disputeNumber(dispute.dispute_id)
  const what = `Dispute ${number} (invoice ${dispute.invoice_number})`
  if (rowChange === 'delete')
    return isSent(dispute)
      ? `${what} was sent to ${dispute.carrier_name}, so what it disputes cannot be deleted. Nothing was deleted.`
      : `${what} has been credited, so what it disputes cannot be deleted. Nothing was deleted.`
  if (isLive(dispute.state)) {
    const why = isSent(dispute) ? `was sent to ${dispute.carrier_name} and is not settled` : 'is partly credited'
    return `${what} ${why}. Mark it refused or write it off first, then ${AFTERWARDS[rowChange]}. Nothing was changed.`
  }
  return `${what} is credited, so its rows stay rejected. You can accept them. Nothing was changed.`
}

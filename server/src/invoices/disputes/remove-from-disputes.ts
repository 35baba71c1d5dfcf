import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ActContext } from '../../http/context.ts'
import type { Selection } from '../accept-and-reject/change-rows.ts'
import { notePostedInvoices } from '../postings/posting-changes.ts'
import { whileSeeingEveryClient } from '../scope.ts'
import { lockDisputes, isLiveIn, noteDisputedDays, noteEvents, refreshDisputes } from './lock-disputes.ts'
import { findDisputesOfRows, detachFromLocked } from './detach-rows.ts'
import { settleByWaitingCredits } from './settle-waiting.ts'

/**
 * Takes rows `p` that will be deleted out of their disputes, and reopens what their credits settled. The caller has
 * locked their invoices.
 *
 * @throws AppError 422 if a dispute keeps a row from being deleted
 */
export const removeFromDisputes = (context: ActContext, rows: Selection): Promise<void> =>
  whileSeeingEveryClient(context.transaction, () => remove(context, rows))

/**
 * Withdraws the credits of locked invoices that are rejected as a whole: what they settled is open again, and claims
 * they paid are unpaid. `settleCredits` stores the credits again when the rejection is undone.
 */
export const withdrawCredits = (context: ActContext, invoiceIds: readonly number[]): Promise<void> =>
  whileSeeingEveryClient(context.transaction, async () => {
    const rows = sql`p.invoice_id = any (${invoiceIds}::bigint[])`
    const settled = await settledBy(context.transaction, rows)
    await lockDisputes(context.transaction, settled)
    await takeBack(context, rows)
    await settleByWaitingCredits(context, settled)
  })

async function remove(context: ActContext, rows: Selection): Promise<void> {
  const { transaction } = context
  const [of, settled] = await Promise.all([findDisputesOfRows(transaction, rows), settledBy(transaction, rows)])
  const held = await lockDisputes(transaction, [...of, ...settled])
  const own = new Set(of)
  await takeBack(context, rows)
  const disputes = settled.length > 0 ? await lockDisputes(transaction, of) : held
  await detachFromLocked(context, {
    disputes: disputes.filter(({ dispute_id }) => own.has(dispute_id)),
    rows,
    rowChange: 'delete',
  })
  await settleByWaitingCredits(context, settled)
}

const creditsOfRows = (rows: Selection) => sql`
  select c.credit_id from invoice_credits c join invoice_parcels p on p.invoice_id = c.invoice_id and p.parcel_no = c.parcel_no
  where ${rows}`

async function settledBy(transaction: Transaction, rows: Selection): Promise<number[]> {
  const found = await transaction.rows(
    sql<{ dispute_id: number }>`select distinct dispute_id from invoice_settlements
      where credit_id in (${creditsOfRows(rows)})`.compile(db),
  )
  return found.map(({ dispute_id }) => dispute_id)
}

/**
 * Takes back settlements of locked disputes, so that the amounts are claimed again. The credited part of a refused or
 * written-off dispute is already cost, so the posting of its invoice is noted.
 *
 * @returns the sum taken back, in the credits' currency
 */
export async function takeBackSettlements(
  { transaction, caller, now }: ActContext,
  which: RawBuilder<unknown>,
): Promise<number> {
  const taken = await transaction.write(
    sql<{ dispute_id: number; invoice_number: string; amount: number; given: number }>`
      with gone as (
        delete from invoice_settlements where ${which}
        returning dispute_id, of_client, parcel_no, category, credit_id, amount, coalesce(given, amount) as given
      ), opened as (
        update invoice_dispute_parts x set credited = x.credited - s.amount
        from (select dispute_id, of_client, parcel_no, category, sum(amount)::bigint as amount from gone
          group by dispute_id, of_client, parcel_no, category) s
        where x.client_code = s.of_client and x.dispute_id = s.dispute_id and x.parcel_no = s.parcel_no
          and x.category = s.category
      )
      select g.dispute_id, c.invoice_number, sum(g.amount)::bigint as amount, sum(g.given)::bigint as given
      from gone g join invoice_credits c using (credit_id)
      group by g.dispute_id, c.invoice_number order by g.dispute_id, c.invoice_number`.compile(db),
  )
  await noteEvents(
    transaction,
    { at: now, by: caller.username },
    taken.map(({ dispute_id, invoice_number, amount }) => ({
      disputeId: dispute_id,
      what: 'credit taken back',
      text: invoice_number,
      amount,
    })),
  )
  const disputes = [...new Set(taken.map(({ dispute_id }) => dispute_id))]
  await refreshDisputes(transaction, disputes)
  await noteDisputedDays(transaction, disputes)
  const closed = await transaction.rows(
    sql<{ invoice_id: number }>`select distinct d.invoice_id from invoice_disputes d
      where d.dispute_id = any (${disputes}::bigint[]) and not ${isLiveIn('d')}`.compile(db),
  )
  await notePostedInvoices(
    transaction,
    closed.map(({ invoice_id }) => invoice_id),
    now,
  )
  return taken.reduce((sum, { given }) => sum + given, 0)
}

/** Takes back what the credits of rows settled, and deletes the credits. */
async function takeBack(context: ActContext, rows: Selection): Promise<void> {
  await takeBackSettlements(context, sql`credit_id in (${creditsOfRows(rows)})`)
  await context.transaction.write(
    sql`delete from invoice_credits where credit_id in (${creditsOfRows(rows)})`.compile(db),
  )
}

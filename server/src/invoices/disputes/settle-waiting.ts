import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import { refreshInvoices } from '../accept-and-reject/lock-invoices.ts'
import { matchCreditedRows } from './match-credited-rows.ts'
import { noteNeverOwed } from '../parcel-accounts/note-never-owed.ts'
import { whileSeeingEveryClient } from '../scope.ts'
import { readRates } from '../settings/agreements.ts'
import { CREDIT, type CreditRow, openParts, matchCreditsToClaims, waitingFor, WAITS } from './settle-credits.ts'
import { writeSettlements } from './write-settlements.ts'

/** Further credits keep waiting for a person. */
const MAX_CREDITS = 5000

/**
 * Settles locked disputes that were just opened or reopened with waiting credits of the same carrier, by parcel or
 * consignment. Skips invoices that another transaction has locked, so that nobody waits out of the order of locks:
 * their credits keep waiting.
 */
export async function settleByWaitingCredits(context: ActContext, disputeIds: readonly number[]): Promise<void> {
  if (disputeIds.length > 0) await whileSeeingEveryClient(context.transaction, () => settleWaiting(context, disputeIds))
}

async function settleWaiting(context: ActContext, disputeIds: readonly number[]): Promise<void> {
  const { transaction, now } = context
  const waiting = await transaction.rows(waitingFor(sql`d.dispute_id = any (${disputeIds}::bigint[])`).compile(db))
  if (waiting.length === 0) return
  const held = await transaction.rows(
    db
      .selectFrom('invoices')
      .select('invoice_id')
      .where('invoice_id', '=', sql<number>`any (${waiting.map(({ invoice_id }) => invoice_id)}::bigint[])`)
      .orderBy('invoice_id')
      .forUpdate()
      .skipLocked(),
  )
  const heldIds = held.map(({ invoice_id }) => invoice_id)
  const credits = await transaction.rows(
    sql<CreditRow>`select ${CREDIT} from invoice_credits c
      where invoice_id = any (${heldIds}::bigint[]) and ${WAITS} and not is_lump
      order by credit_id limit ${MAX_CREDITS}`.compile(db),
  )
  if (credits.length === 0) return
  const settlements = matchCreditsToClaims(
    credits,
    await openParts(transaction, disputeIds, credits),
    await readRates(transaction.connection),
  )
  await writeSettlements(transaction, settlements, { by: '', at: now })
  const spent = new Set(settlements.map(({ credit }) => credit))
  const invoiceIds = [...new Set(credits.flatMap((one) => (spent.has(String(one.credit_id)) ? one.invoiceId : [])))]
  await noteNeverOwed(transaction, invoiceIds)
  for (const id of invoiceIds) await matchCreditedRows(transaction, id)
  await refreshInvoices(context, invoiceIds)
}

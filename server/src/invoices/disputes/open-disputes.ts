import { addDays } from '@despatch/domain/calendar/day'
import { disputeNumber } from '@despatch/domain/invoices/dispute'
import type { BilledCharge, Verdict } from '@despatch/domain/invoices/invoice'
import { claimedParts, type DisputedPart, sumOfParts } from '@despatch/domain/invoices/judging/disputes'
import type { JudgedCharge } from '@despatch/domain/invoices/judging/judged'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { LockedInvoice } from '../accept-and-reject/lock-invoices.ts'
import { readDisputeTerms } from './dispute-terms.ts'
import { noteDisputedDays, noteEvents, refreshDisputes } from './lock-disputes.ts'
import { settleByWaitingCredits } from './settle-waiting.ts'
import { IS_GIVEN_UP } from './standing-claims.ts'

/** Rows claimed at a time: an invoice may have hundreds of thousands. */
const BATCH_SIZE = 5000

export type OpenedDispute = { number: string; claimed: string; currency: string }
type Rejection = {
  invoices: readonly LockedInvoice[]
  commandId: string
  /** An SQL condition on receipts `r` of the command: those of rows that it rejected. */
  receipts: RawBuilder<unknown>
  /** The amount to claim for a single row, if the user enters one. */
  asked?: Cost | null
}
type RejectedRow = {
  client_code: string
  parcel_no: number
  verdict: Verdict
  billed: number
  variance: number | null
  tracking_number: string
  consignment_number: string
  charges: readonly BilledCharge[]
  judged_charges: readonly JudgedCharge[]
  credited: readonly DisputedPart[]
}

/** Rows `p` that no live dispute claims. Client users see only their shares of a dispute. */
export const UNDISPUTED = sql`not exists (
  select from invoice_dispute_parts x join invoice_dispute_shares d using (client_code, dispute_id)
  where x.invoice_id = p.invoice_id and x.parcel_no = p.parcel_no and not ${IS_GIVEN_UP})`

/** Amounts credited to refused or written-off disputes of a row `p`, by category: they are not claimed again. */
const CREDITED_BEFORE = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('category', x.category, 'amount', x.credited)), '[]') from invoice_dispute_parts x
  where x.invoice_id = p.invoice_id and x.parcel_no = p.parcel_no and x.credited > 0)`

/**
 * Opens a dispute for each locked invoice if a decision rejected something on it that can be claimed. Rows in a live
 * dispute stay there. Earlier credits settle the new dispute at once.
 *
 * @throws AppError 422 if the amount to claim exceeds what the row bills
 */
export async function openDisputes(context: ActContext, rejection: Rejection): Promise<OpenedDispute[]> {
  const { transaction } = context
  const rejected = await transaction.rows(
    sql<{ invoice_id: number; reason: string; last: number }>`
      select p.invoice_id, p.reason, max(p.parcel_no) as last from ${rejectedBy(rejection)}
      group by p.invoice_id, p.reason order by p.invoice_id, p.reason`.compile(db),
  )
  const opened: (OpenedDispute & { id: number })[] = []
  for (const { invoice_id, reason, last } of rejected) {
    const invoice = rejection.invoices.find((one) => one.invoice_id === invoice_id)
    if (!invoice) throw new Error('A rejected row of an invoice that is not held')
    const dispute = await openDispute(context, { ...rejection, invoice, reason, last })
    if (dispute) opened.push(dispute)
  }
  await settleByWaitingCredits(
    context,
    opened.map(({ id }) => id),
  )
  return opened.map(({ id: _id, ...dispute }) => dispute)
}

const rejectedBy = ({ commandId, receipts }: Rejection, page = sql``) => sql`
  (select client_code, invoice_id, parcel_no from invoice_receipts r
    where r.command_id = ${commandId}::uuid and ${receipts} ${page}) r
  join invoice_parcels p using (client_code, invoice_id, parcel_no)
  where p.status = 'Rejected' and ${UNDISPUTED}`

/** Rows are numbered within their invoice, so a page is a range of numbers. */
const pageOf = (invoiceId: number, after: number) =>
  sql`and r.invoice_id = ${invoiceId} and r.parcel_no > ${after} and r.parcel_no <= ${after + BATCH_SIZE}`

async function openDispute(
  context: ActContext,
  rejection: Rejection & { invoice: LockedInvoice; reason: string; last: number },
): Promise<(OpenedDispute & { id: number }) | undefined> {
  const { transaction, caller, now } = context
  const { invoice, reason, last } = rejection
  let disputeId: number | undefined
  let claimed = 0
  for (let after = 0; after < last; after += BATCH_SIZE) {
    const rows = await transaction.rows(
      sql<RejectedRow>`
        select p.client_code, p.parcel_no, p.verdict, p.billed, p.variance, p.tracking_number, p.consignment_number, p.charges,
          p.judged_charges, ${CREDITED_BEFORE} as credited
        from ${rejectedBy(rejection, pageOf(invoice.invoice_id, after))} and p.reason = ${reason}
        order by p.parcel_no`.compile(db),
    )
    const parts = rows.flatMap((row) => claimsOf(row, rejection.asked ?? null).map((part) => ({ ...row, ...part })))
    if (parts.length > 0) {
      disputeId ??= await addDispute(context, rejection)
      await addParts(context, disputeId, invoice.invoice_id, parts)
      claimed += parts.reduce((sum, { amount }) => sum + amount, 0)
    }
  }
  if (disputeId === undefined) return undefined
  await refreshDisputes(transaction, [disputeId])
  await noteDisputedDays(transaction, [disputeId])
  const event = { disputeId, what: 'opened', text: reason, amount: claimed } as const
  await noteEvents(transaction, { at: now, by: caller.username }, [event])
  return { id: disputeId, number: disputeNumber(disputeId), claimed: costText(claimed), currency: invoice.currency }
}

/** Lists what to claim of a row; for a row that was not judged, from what it bills. */
function claimsOf(row: RejectedRow, claim: Cost | null): DisputedPart[] {
  const credited = sumOfParts(row.credited)
  const most = Math.max(0, row.billed - credited)
  if (claim !== null && claim > most)
    throw new AppError(
      'unprocessable',
      `At most ${costText(most)} can be disputed: ${credited > 0 ? `${costText(credited)} of what is billed was credited before` : 'that is the amount billed'}.`,
    )
  const charges = row.judged_charges.length > 0 ? row.judged_charges : row.charges.map(unjudged)
  return claimedParts({ ...row, charges }, { requested: claim, credited: row.credited })
}

const unjudged = ({ code, text, category, net }: BilledCharge): JudgedCharge => ({
  code,
  text,
  category,
  billed: net,
  expected: 0,
  agreedCharge: null,
  isRounded: false,
})

async function addDispute(
  { transaction, caller, now }: ActContext,
  { invoice, reason, commandId }: Rejection & { invoice: LockedInvoice; reason: string },
): Promise<number> {
  const { deadlineDays, payable } = await readDisputeTerms(transaction, invoice.carrier)
  const added = await transaction.writeRow(
    db
      .insertInto('invoice_disputes')
      .values({
        invoice_id: invoice.invoice_id,
        carrier: invoice.carrier,
        carrier_name: invoice.carrier_name,
        account: invoice.account,
        currency: invoice.currency,
        invoice_number: invoice.invoice_number,
        invoice_day: invoice.invoice_day,
        due_day: addDays(invoice.invoice_day, deadlineDays),
        payable,
        reason,
        opened_at: now,
        opened_by: caller.username,
        command_id: commandId,
      })
      .returning('dispute_id'),
  )
  if (!added) throw new Error('A dispute that was added has an id')
  return added.dispute_id
}

async function addParts(
  { transaction }: ActContext,
  disputeId: number,
  invoiceId: number,
  parts: readonly (RejectedRow & DisputedPart)[],
): Promise<void> {
  await transaction.write(
    sql`insert into invoice_dispute_parts (client_code, dispute_id, invoice_id, parcel_no, category, tracking_number,
        consignment_number, claimed)
      select client, ${disputeId}::bigint, ${invoiceId}::bigint, no, category, tracking, consignment, claimed
      from unnest(${parts.map(({ client_code }) => client_code)}::text[], ${parts.map(({ parcel_no }) => parcel_no)}::int[],
        ${parts.map(({ category }) => category)}::text[], ${parts.map(({ tracking_number }) => tracking_number)}::text[],
        ${parts.map((part) => normaliseTrackingNumber(part.consignment_number))}::text[],
        ${parts.map(({ amount }) => amount)}::bigint[]) as part (client, no, category, tracking, consignment, claimed)`.compile(
      db,
    ),
  )
}

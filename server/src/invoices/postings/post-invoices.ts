import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import { MAX_POSTED } from '@despatch/contract/invoices/postings'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { postingNumber } from '@despatch/domain/invoices/postings/make-posting'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type LockedInvoice, lockInvoices, readInvoices } from '../accept-and-reject/lock-invoices.ts'
import { openOperatorScope } from '../scope.ts'
import { readLedgerAccounts } from '../settings/agreements.ts'
import { findDateProblems, lockDisputesOf, refuseFutureDate } from './posting-checks.ts'
import { IS_WAITING } from './list-postings.ts'
import { fingerprintOf, presentEntry } from './present-entry.ts'
import { findChangedInvoices, deleteChangeNotes, linesToPost } from './posting-changes.ts'
import { accrualsToReverse, reverseAccruals } from './reverse-accruals.ts'
import { type Entry, writePosting } from './write-posting.ts'

/**
 * Posts accepted invoices once each, and corrects posted ones whose disputes or credits have changed since. Takes the
 * named invoices, or the oldest waiting ones that can be posted.
 *
 * @throws AppError 403 for client users, 404 for an unknown invoice, 409 if an invoice would be posted differently
 *   than was seen, 422 for one that is not accepted, is posted and unchanged, has no currency or cannot be posted
 *   with the date, and if nothing waits
 */
export async function postInvoices(
  context: Context,
  { body }: RouteChecked<typeof routes.post>,
): Promise<RouteAnswer<typeof routes.post>> {
  await openOperatorScope(context)
  const postedOn = body.postingDate ?? dayOf(context.now)
  refuseFutureDate(context, postedOn)
  const ids = body.summaryIDs?.map(Number) ?? (await waitingToBePosted(context.transaction)).ready
  if (ids.length === 0) throw new AppError('unprocessable', 'There are no accepted invoices to post.')
  // Decisions on these invoices wait, and then find them posted.
  const held = await lockInvoices(context, ids)
  await lockDisputesOf(context.transaction, held)
  const { ready, refused } = await splitByReadiness(context, held, postedOn)
  const [problem] = refused
  if (problem && (body.summaryIDs || ready.length === 0)) throw new AppError('unprocessable', problem.reason)
  const entries = await entriesOf(context, ready, reverseAccruals)
  await deleteChangeNotes(
    context.transaction,
    ready.filter(({ isCorrection }) => isCorrection).map(({ invoice }) => invoice.invoice_id),
  )
  refuseChanged(entries, new Map(body.seen?.map((seen, index) => [ids[index], seen])))
  const journal = entries.filter(({ isCorrection, lines }) => !isCorrection || lines.length > 0)
  if (journal.length === 0) {
    skipAudit(context)
    return { code: 200, message: 'The changes balance to zero. Nothing was posted.', posting: null }
  }
  const posting = await writePosting(context, { journal, postedOn })
  const { invoices: fresh, corrections: corrected } = posting
  const message = [
    fresh > 0 && `${formatCount(fresh)} ${fresh === 1 ? 'invoice is' : 'invoices are'} posted`,
    corrected > 0 && `${formatCount(corrected)} ${corrected === 1 ? 'is' : 'are'} corrected`,
  ].filter((text) => text !== false)
  return { code: 200, message: `${message.join(' and ')} as ${posting.number}.`, posting }
}

/** Shows what {@link postInvoices} would do, with the same steps but without locks or writes. */
export async function preflightPosting(
  context: Context,
  { body }: RouteChecked<typeof routes.preflightPosting>,
): Promise<RouteAnswer<typeof routes.preflightPosting>> {
  await openOperatorScope(context)
  const { transaction, now } = context
  const postingDate = body.postingDate ?? dayOf(now)
  refuseFutureDate(context, postingDate)
  const waiting = await waitingToBePosted(transaction)
  const ids = body.summaryIDs?.map(Number) ?? [...waiting.ready, ...waiting.withoutCurrency]
  const { ready, refused } = await splitByReadiness(context, await readInvoices(context, ids), postingDate)
  const entries = await entriesOf(context, ready, accrualsToReverse())
  return {
    code: 200,
    postingDate,
    invoices: entries.map(presentEntry),
    refused: refused.map(({ invoice: { invoice_id, invoice_number: invoiceNumber }, reason }) => ({
      summaryID: String(invoice_id),
      invoiceNumber,
      reason,
    })),
    more: body.summaryIDs ? 0 : waiting.more,
  }
}

/** Throws an AppError (409) if an invoice would be posted differently than was seen. */
function refuseChanged(entries: readonly Entry[], seenOf: ReadonlyMap<number | undefined, string>): void {
  const changed = entries.filter((entry) => {
    const seen = seenOf.get(entry.invoice.invoice_id)
    return seen !== undefined && seen !== fingerprintOf(entry)
  })
  const [first, ...others] = changed.map(({ invoice }) => invoice.invoice_number)
  if (first === undefined) return
  const which =
    others.length === 0
      ? `invoice ${first}`
      : `invoice ${first} and ${formatCount(others.length)} other${others.length === 1 ? '' : 's'}`
  throw new AppError(
    'version_conflict',
    `The posting of ${which} has changed since you looked. Nothing was posted. Check it, then post again.`,
  )
}

type ToPost = Pick<Entry, 'invoice' | 'isCorrection'>
type Readiness = { ready: ToPost[]; refused: { invoice: LockedInvoice; reason: string }[] }

/** Separates invoices that can be posted or corrected from the others, with the reasons. */
async function splitByReadiness(
  { transaction, now }: Context,
  invoices: readonly LockedInvoice[],
  postedOn: Day,
): Promise<Readiness> {
  const changed = await findChangedInvoices(transaction, invoices)
  const posted = await postingsOf(transaction, invoices)
  const problemOf = await findDateProblems(transaction, invoices, { date: postedOn, today: dayOf(now) })
  const sorted: Readiness = { ready: [], refused: [] }
  for (const invoice of invoices) {
    const isCorrection = changed.has(invoice.invoice_id)
    const reason = (isCorrection ? undefined : unreadyText(invoice, posted)) ?? problemOf(invoice)
    if (reason === undefined) sorted.ready.push({ invoice, isCorrection })
    else sorted.refused.push({ invoice, reason })
  }
  return sorted
}

function unreadyText(
  { invoice_id, invoice_number: number, status, currency }: LockedInvoice,
  posted: ReadonlyMap<number, number>,
): string | undefined {
  if (status !== 'Accepted') return `Invoice ${number} is not accepted. Accept it before it is posted.`
  if (currency === '') return `Invoice ${number} has no currency. Choose its currency first.`
  const posting = posted.get(invoice_id)
  return posting === undefined ? undefined : `Invoice ${number} is posted already, in ${postingNumber(posting)}.`
}

/** The number of the posting that each invoice is in. */
async function postingsOf(transaction: Transaction, held: readonly LockedInvoice[]): Promise<Map<number, number>> {
  const rows = await transaction.rows(
    db
      .selectFrom('invoice_posted')
      .innerJoin('invoice_postings', 'invoice_postings.posting_id', 'invoice_posted.posting_id')
      .select(['invoice_id', 'number'])
      .where('invoice_id', '=', sql<number>`any (${held.map(({ invoice_id }) => invoice_id)}::bigint[])`)
      .where('reversed_by', 'is', null),
  )
  return new Map(rows.map(({ invoice_id, number }) => [invoice_id, number]))
}

/** The lines of each invoice, with the accruals that it reverses. */
async function entriesOf(
  { transaction, now }: Context,
  ready: readonly ToPost[],
  accrualsOf: typeof reverseAccruals,
): Promise<Entry[]> {
  const accounts = await readLedgerAccounts(transaction.connection)
  const journal: Entry[] = []
  for (const { invoice, isCorrection } of ready) {
    const accrued = await accrualsOf(transaction, { invoice, isCorrection, now })
    const lines = await linesToPost(transaction, { invoiceId: invoice.invoice_id, isCorrection, accrued, accounts })
    journal.push({ invoice, isCorrection, lines })
  }
  return journal
}

/**
 * The oldest invoices that wait to be posted, then those to be corrected; those without a currency; and the number of
 * further ones.
 */
async function waitingToBePosted(
  transaction: Transaction,
): Promise<{ ready: number[]; withoutCurrency: number[]; more: number }> {
  const rows = await transaction.rows(
    sql<{ invoice_id: number; has_currency: boolean }>`
      select invoice_id, has_currency from (
        select i.invoice_id, i.currency <> '' as has_currency, 1 as place, i.invoice_day from invoices i where ${IS_WAITING}
        union all
        select invoice_id, true, 2, null from invoice_posting_changes
      ) w
      order by place, invoice_day, invoice_id`.compile(db),
  )
  const idsWhere = (hasCurrency: boolean) =>
    rows.filter(({ has_currency }) => has_currency === hasCurrency).map(({ invoice_id }) => invoice_id)
  const [ready, withoutCurrency] = [idsWhere(true), idsWhere(false)]
  return {
    ready: ready.slice(0, MAX_POSTED),
    withoutCurrency: withoutCurrency.slice(0, MAX_POSTED),
    more: Math.max(0, ready.length - MAX_POSTED),
  }
}

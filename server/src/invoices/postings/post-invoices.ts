import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import { MAX_POSTED } from '@despatch/contract/invoices/postings'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { postingNumber } from '@despatch/domain/invoices/postings/make-posting'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { nothingDone } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type HeldInvoice, holdInvoices } from '../accept-and-reject/held-invoices.ts'
import { openOperators } from '../scope.ts'
import { datesOf, holdDisputesOf, refuseFutureDate } from './hold-for-posting.ts'
import { IS_WAITING } from './list-postings.ts'
import { changedOf, forgetChanges, linesToPost } from './posting-changes.ts'
import { reverseAccruals } from './reverse-accruals.ts'
import { type Entry, writePosting } from './write-posting.ts'

/**
 * Posts accepted invoices, once each, and corrects those that were posted before and of which disputes or credits were decided
 * otherwise since: those named, or the oldest that wait. Throws an AppError: 403 for users of clients, 404 for one that there is
 * none of, 422 for one that is not accepted, is posted and unchanged, has no currency or cannot be posted with the date, and
 * where nothing waits.
 */
export async function postInvoices(
  context: Context,
  { body }: RouteChecked<typeof routes.post>,
): Promise<RouteAnswer<typeof routes.post>> {
  await openOperators(context)
  const postedOn = body.postingDate ?? dayOf(context.now)
  refuseFutureDate(context, postedOn)
  const { ready, refused } = await sortOut(context, await namedOrWaiting(context, body.summaryIDs), postedOn)
  const [problem] = refused
  if (problem) throw new AppError('unprocessable', problem.reason)
  const journal = (await workOut(context.transaction, ready)).filter(
    ({ isCorrection, lines }) => !isCorrection || lines.length > 0,
  )
  if (journal.length === 0) {
    nothingDone(context)
    return { code: 200, message: 'What had changed came out even: nothing was posted.', posting: null }
  }
  const posting = await writePosting(context, { journal, postedOn })
  const { invoices: fresh, corrections: corrected } = posting
  const message = [
    fresh > 0 && `${formatCount(fresh)} ${fresh === 1 ? 'invoice is' : 'invoices are'} posted`,
    corrected > 0 && `${formatCount(corrected)} ${corrected === 1 ? 'is' : 'are'} corrected`,
  ].filter((text) => text !== false)
  return { code: 200, message: `${message.join(' and ')} as ${posting.number}.`, posting }
}

type ToPost = Pick<Entry, 'invoice' | 'isCorrection'>
type SortedOut = { ready: ToPost[]; refused: { invoice: HeldInvoice; reason: string }[] }

/** Holds invoices, and their disputes: anyone who decides on these meanwhile waits, and finds them posted. */
async function sortOut(context: Context, ids: readonly number[], postedOn: Day): Promise<SortedOut> {
  const { transaction, now } = context
  const held = await holdInvoices(context, ids)
  await holdDisputesOf(transaction, held)
  const changed = await changedOf(transaction, held)
  const posted = await postingsOf(transaction, held)
  const problemOf = await datesOf(transaction, held, { date: postedOn, today: dayOf(now) })
  const sorted: SortedOut = { ready: [], refused: [] }
  for (const invoice of held) {
    const isCorrection = changed.has(invoice.invoice_id)
    const reason = (isCorrection ? undefined : unreadyText(invoice, posted)) ?? problemOf(invoice)
    if (reason === undefined) sorted.ready.push({ invoice, isCorrection })
    else sorted.refused.push({ invoice, reason })
  }
  return sorted
}

function unreadyText(
  { invoice_id, invoice_number: number, status, currency }: HeldInvoice,
  posted: ReadonlyMap<number, number>,
): string | undefined {
  if (status !== 'Accepted') return `Invoice ${number} is not accepted. Accept it before it is posted.`
  if (currency === '') return `Nobody has said which currency invoice ${number} is in.`
  const posting = posted.get(invoice_id)
  return posting === undefined ? undefined : `Invoice ${number} is posted already, in ${postingNumber(posting)}.`
}

/** The number of the posting in which each invoice stands. */
async function postingsOf(transaction: Transaction, held: readonly HeldInvoice[]): Promise<Map<number, number>> {
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

/** The lines of each invoice, with the accruals that it reverses; what it corrects does not wait any more. */
async function workOut(transaction: Transaction, ready: readonly ToPost[]): Promise<Entry[]> {
  const corrected = ready.filter(({ isCorrection }) => isCorrection)
  await forgetChanges(
    transaction,
    corrected.map(({ invoice }) => invoice.invoice_id),
  )
  const journal: Entry[] = []
  for (const { invoice, isCorrection } of ready) {
    const accrued = isCorrection ? [] : await reverseAccruals(transaction, invoice)
    const lines = await linesToPost(transaction, { invoiceId: invoice.invoice_id, isCorrection, accrued })
    journal.push({ invoice, isCorrection, lines })
  }
  return journal
}

async function namedOrWaiting({ transaction }: Context, named: readonly string[] | undefined): Promise<number[]> {
  if (named) return named.map(Number)
  const waiting = await transaction.rows(
    sql<{ invoice_id: number }>`select i.invoice_id from invoices i where ${IS_WAITING} and i.currency <> ''
      order by i.invoice_day, i.invoice_id limit ${MAX_POSTED}`.compile(db),
  )
  const changed = await transaction.rows(
    db
      .selectFrom('invoice_posting_changes')
      .select('invoice_id')
      .orderBy('invoice_id')
      .limit(MAX_POSTED - waiting.length),
  )
  const ids = [...waiting, ...changed].map(({ invoice_id }) => invoice_id)
  if (ids.length === 0) throw new AppError('unprocessable', 'No accepted invoice waits to be posted.')
  return ids
}

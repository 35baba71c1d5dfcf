import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { postingNumber } from '@despatch/domain/invoices/postings/make-posting'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { lockInvoices } from '../accept-and-reject/lock-invoices.ts'
import { openOperatorScope } from '../scope.ts'
import { findDateProblems, lockDisputesOf, refuseFutureDate } from './posting-checks.ts'
import { readPosting } from './list-postings.ts'
import { deleteChangeNotes, notePostedInvoices } from './posting-changes.ts'
import { addPosting } from './write-posting.ts'

/**
 * Reverses a posting with another one that has its lines on the other side. Its invoices, corrections and reversed
 * accruals can then be posted again.
 *
 * @throws AppError 403 for client users, 404 if there is no such posting, 422 for one that is reversed or a reversal,
 *   whose invoices a later posting corrects, or that cannot be reversed with the date
 */
export async function reversePosting(
  context: Context,
  { body: { postingID, postingDate } }: RouteChecked<typeof routes.reversePosting>,
): Promise<RouteAnswer<typeof routes.reversePosting>> {
  await openOperatorScope(context)
  const { transaction, now } = context
  const today = dayOf(now)
  const postedOn = postingDate ?? today
  refuseFutureDate(context, postedOn)
  const { posted, corrected } = await invoicesOf(transaction, postingID)
  const held = await lockInvoices(context, [...posted, ...corrected])
  await lockDisputesOf(transaction, held)
  const posting = await readPosting(transaction, postingID)
  refuseReversed(posting)
  await refuseCorrected(transaction, posting)
  const problemOf = await findDateProblems(transaction, held, { date: postedOn, today })
  const [problem] = held.flatMap((invoice) => problemOf(invoice) ?? [])
  if (problem !== undefined) throw new AppError('unprocessable', problem)

  const { invoices, corrections, lines } = posting
  const added = await addPosting(context, { postedOn, reverses: Number(postingID), invoices, corrections, lines })
  await transaction.write(reversedLines(postingID, added).compile(db))
  await transaction.write(
    sql`update invoice_posted set reversed_by = ${added.postingId} where posting_id = ${postingID}::bigint`.compile(db),
  )
  await freeAccruals(transaction, { postingID, posted, corrected })
  // An invoice that is posted again as a whole needs no correction; a reversed correction is needed again.
  await deleteChangeNotes(transaction, posted)
  await notePostedInvoices(transaction, corrected, now)
  await audit(context, {
    clientCode: null,
    act: 'invoice.posting-reversed',
    object: posting.number,
    after: { reversedBy: added.number, postingDate: postedOn },
  })
  const reversal = await readPosting(transaction, String(added.postingId))
  return { code: 200, message: `${posting.number} is reversed by ${added.number}.`, posting: reversal }
}

/**
 * Allows accruals that a posting reversed to be reversed again, and marks their days in `billing_days`: a row that is
 * claimed back in full ends no accrual.
 */
const freeAccruals = (
  transaction: Transaction,
  { postingID, posted, corrected }: { postingID: string; posted: readonly number[]; corrected: readonly number[] },
) =>
  transaction.write(
    sql`with freed as (
        delete from invoice_accruals
        where invoice_id = any (${posted}::bigint[]) or invoice_id = any (${corrected}::bigint[]) and corrected_at = (
          select posted_at from invoice_postings where posting_id = ${postingID}::bigint)
        returning client_code, tracking_number, despatched_on
      )
      insert into billing_days_changed (client_code, carrier, day)
      select distinct f.client_code, p.carrier, f.despatched_on from freed f join parcels p using (client_code, tracking_number)`.compile(
      db,
    ),
  )

/** The invoices that a posting posts, and those that it corrects. */
async function invoicesOf(
  transaction: Transaction,
  postingID: string,
): Promise<{ posted: number[]; corrected: number[] }> {
  const rows = await transaction.rows(
    sql<{ invoice_id: number; is_posted: boolean }>`
      select invoice_id, bool_or(is_posted) as is_posted
      from (
        select invoice_id, true as is_posted from invoice_posted where posting_id = ${postingID}::bigint
        union all
        select distinct invoice_id, false from invoice_posting_lines where posting_id = ${postingID}::bigint
      ) i
      group by invoice_id order by invoice_id`.compile(db),
  )
  const idsWhere = (isPosted: boolean) =>
    rows.filter(({ is_posted }) => is_posted === isPosted).map(({ invoice_id }) => invoice_id)
  return { posted: idsWhere(true), corrected: idsWhere(false) }
}

function refuseReversed({ number, reverses, reversedBy }: Awaited<ReturnType<typeof readPosting>>): void {
  if (reversedBy)
    throw new AppError('unprocessable', `${number} is reversed already, by ${reversedBy.number}. Nothing was posted.`)
  if (reverses)
    throw new AppError(
      'unprocessable',
      `${number} is the reversal of ${reverses.number} and cannot be reversed itself. Post its invoices again instead.`,
    )
}

/** A correction only makes sense together with the posting that it corrects. */
async function refuseCorrected(
  transaction: Transaction,
  { postingID, number }: { postingID: string; number: string },
): Promise<void> {
  const later = await transaction.row(
    sql<{ number: number; invoice_number: string }>`
      select p.number, l.invoice_number
      from invoice_posting_lines o
      join invoice_posting_lines l on l.invoice_id = o.invoice_id and l.posting_id > o.posting_id
      join invoice_postings p on p.posting_id = l.posting_id
      where o.posting_id = ${postingID}::bigint and p.reverses is null and not exists (
        select from invoice_postings r where r.reverses = p.posting_id)
      order by p.number desc limit 1`.compile(db),
  )
  if (later)
    throw new AppError(
      'unprocessable',
      `${postingNumber(later.number)} corrects invoice ${later.invoice_number} of ${number}. Reverse ${postingNumber(later.number)} first.`,
    )
}

const reversedLines = (postingID: string, { postingId, number }: { postingId: number; number: string }) => sql`
  insert into invoice_posting_lines (posting_id, line_no, invoice_id, invoice_number, invoice_day, due_day, carrier, carrier_name,
    account, account_code, category, of_client, tax_code, debit, credit, currency, text)
  select ${postingId}, line_no, invoice_id, invoice_number, invoice_day, due_day, carrier, carrier_name,
    account, account_code, category, of_client, tax_code, credit, debit, currency, ${`${number}: reversal of `} || text
  from invoice_posting_lines where posting_id = ${postingID}::bigint`

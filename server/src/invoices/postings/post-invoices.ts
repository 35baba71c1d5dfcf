import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import { MAX_POSTED, type Posting } from '@despatch/contract/invoices/postings'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { correctPosting } from '@despatch/domain/invoices/postings/correct-posting'
import { makePosting, type PostingLine, postingNumber } from '@despatch/domain/invoices/postings/make-posting'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { audit, nothingDone } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type HeldInvoice, holdInvoices } from '../accept-and-reject/held-invoices.ts'
import { holdDisputes } from '../disputes/hold-disputes.ts'
import { openOperators } from '../scope.ts'
import { IS_WAITING, postingOf } from './list-postings.ts'
import { loadInvoiceToPost } from './load-invoice.ts'
import { reverseAccruals } from './reverse-accruals.ts'
import { changedOf, forgetChanges, linesPosted } from './posting-changes.ts'

const LOCK = 'invoice postings'

/**
 * Posts accepted invoices, once each, and corrects those that were posted before and of which disputes or credits were decided
 * otherwise since: those named, or the oldest that wait. Throws an AppError: 403 for users of clients, 404 for one that there is
 * none of, 422 for one that is not accepted, is posted and unchanged, or has no currency, and where nothing waits.
 */
export async function postInvoices(
  context: Context,
  { body }: RouteChecked<typeof routes.post>,
): Promise<RouteAnswer<typeof routes.post>> {
  await openOperators(context)
  const { transaction } = context
  const held = await holdInvoices(context, await namedOrWaiting(context, body.summaryIDs))
  const changed = await changedOf(
    transaction,
    held.map(({ invoice_id }) => invoice_id),
  )
  const fresh = held.filter(({ invoice_id }) => !changed.has(invoice_id))
  await refuseUnready(context, fresh)
  // Anyone who decides on their disputes meanwhile waits, and finds them posted.
  await holdDisputesOf(context, held)
  await forgetChanges(transaction, [...changed])
  const journal: Entry[] = []
  for (const invoice of held) {
    const isCorrection = changed.has(invoice.invoice_id)
    const accrued = isCorrection ? [] : await reverseAccruals(transaction, invoice)
    const now = makePosting({ ...(await loadInvoiceToPost(transaction, invoice.invoice_id)), accrued })
    const lines = isCorrection ? correctPosting(await linesPosted(transaction, invoice.invoice_id), now) : now
    if (!isCorrection || lines.length > 0) journal.push({ invoice, lines, isCorrection })
  }
  if (journal.length === 0) {
    nothingDone(context)
    return { code: 200, message: 'What had changed came out even: nothing was posted.', posting: null }
  }
  const posting = await addPosting(context, journal)
  const corrected = journal.length - fresh.length
  const message = [
    fresh.length > 0 && `${formatCount(fresh.length)} ${fresh.length === 1 ? 'invoice is' : 'invoices are'} posted`,
    corrected > 0 && `${formatCount(corrected)} ${corrected === 1 ? 'is' : 'are'} corrected`,
  ].filter((text) => text !== false)
  return { code: 200, message: `${message.join(' and ')} as ${posting.number}.`, posting }
}

async function holdDisputesOf({ transaction }: Context, invoices: readonly HeldInvoice[]): Promise<void> {
  const disputes = await transaction.rows(
    db
      .selectFrom('invoice_disputes')
      .select('dispute_id')
      .where('invoice_id', '=', sql<number>`any (${invoices.map(({ invoice_id }) => invoice_id)}::bigint[])`),
  )
  await holdDisputes(
    transaction,
    disputes.map(({ dispute_id }) => dispute_id),
  )
}

async function addPosting(context: Context, journal: readonly Entry[]): Promise<Posting> {
  const { transaction, caller, now } = context
  const corrections = journal.filter(({ isCorrection }) => isCorrection).length
  // The last that is waited for: numbers have no gaps, so two postings are made one after the other.
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.compile(db))
  const made = await transaction.writeRow(
    sql<{ posting_id: number; number: number }>`
      insert into invoice_postings (number, posted_at, posted_by, invoices, corrections, lines)
      select coalesce(max(number), 0) + 1, ${now}, ${caller.username}, ${journal.length - corrections}, ${corrections},
        ${journal.reduce((sum, { lines }) => sum + lines.length, 0)}
      from invoice_postings
      returning posting_id, number`.compile(db),
  )
  if (!made) throw new Error('A posting was not made')
  await writePosting(context, { postingId: made.posting_id, number: postingNumber(made.number), journal })
  await audit(context, {
    clientCode: null,
    act: 'invoice.posted',
    object: postingNumber(made.number),
    after: {
      invoices: journal.map(({ invoice }) => invoice.invoice_number).join(', '),
      ...(corrections > 0 && { corrections }),
    },
  })
  return postingOf(transaction, String(made.posting_id))
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

async function refuseUnready({ transaction }: Context, held: readonly HeldInvoice[]): Promise<void> {
  const open = held.find(({ status }) => status !== 'Accepted')
  if (open)
    throw new AppError(
      'unprocessable',
      `Invoice ${open.invoice_number} is not accepted. Accept it before it is posted.`,
    )
  const plain = held.find(({ currency }) => currency === '')
  if (plain)
    throw new AppError('unprocessable', `Nobody has said which currency invoice ${plain.invoice_number} is in.`)
  const posted = await transaction.row(
    sql<{ invoice_id: number; number: number }>`
      select invoice_id, number from invoice_posted join invoice_postings using (posting_id)
      where invoice_id = any (${held.map(({ invoice_id }) => invoice_id)}::bigint[]) order by invoice_id limit 1`.compile(
      db,
    ),
  )
  const which = posted && held.find(({ invoice_id }) => invoice_id === posted.invoice_id)
  if (which)
    throw new AppError(
      'unprocessable',
      `Invoice ${which.invoice_number} is posted already, in ${postingNumber(posted.number)}.`,
    )
}

type Entry = { invoice: HeldInvoice; lines: PostingLine[]; isCorrection: boolean }
type Made = { postingId: number; number: string; journal: readonly Entry[] }

async function writePosting({ transaction }: Context, { postingId, number, journal }: Made): Promise<void> {
  const first = journal.filter(({ isCorrection }) => !isCorrection)
  if (first.length > 0)
    await transaction.write(
      db
        .insertInto('invoice_posted')
        .values(first.map(({ invoice }) => ({ invoice_id: invoice.invoice_id, posting_id: postingId }))),
    )
  let no = 0
  for (const entry of journal) {
    const { invoice } = entry
    const rows = entry.lines.map((line) => ({ ...line, no: ++no, text: textOf(entry, line, number) }))
    await transaction.write(
      sql`insert into invoice_posting_lines (posting_id, line_no, invoice_id, invoice_number, invoice_day, due_day, carrier,
          carrier_name, account, category, of_client, tax_code, debit, credit, currency, text)
        select ${postingId}, r.no, ${invoice.invoice_id}, ${invoice.invoice_number}, ${invoice.invoice_day}::date,
          ${invoice.due_day}::date, ${invoice.carrier}, ${invoice.carrier_name}, r.account, r.category, r.client, r."taxCode",
          r.debit, r.credit, ${invoice.currency}, r.text
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (no int, account text, category text, client text,
          "taxCode" text, debit bigint, credit bigint, text text)`.compile(db),
    )
  }
}

/** 'DPD invoice 4711, fuel': what the line is, to read. */
function textOf(
  { invoice: { carrier_name, invoice_number }, isCorrection }: Entry,
  { account, category }: PostingLine,
  number: string,
): string {
  const what =
    category === 'accrual' || account === 'Accrued carriage' ? 'accrual reversed' : category || account.toLowerCase()
  return `${number}: ${carrier_name} invoice ${invoice_number}, ${isCorrection ? 'correction: ' : ''}${what}`
}

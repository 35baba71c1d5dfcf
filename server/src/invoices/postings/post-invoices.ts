import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import { MAX_POSTED } from '@despatch/contract/invoices/postings'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { makePosting, type PostingLine, postingNumber } from '@despatch/domain/invoices/postings/make-posting'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type HeldInvoice, holdInvoices } from '../decisions/held-invoices.ts'
import { openOperators } from '../scope.ts'
import { IS_WAITING, postingOf } from './list-postings.ts'
import { loadInvoiceToPost } from './load-invoice.ts'

const LOCK = 'invoice postings'

/**
 * Posts accepted invoices, once each: those named, or the oldest that wait. Throws an AppError: 403 for users of clients, 404
 * for one that there is none of, 422 for one that is not accepted, is posted, or has no currency, and where nothing waits.
 */
export async function postInvoices(
  context: Context,
  { body }: RouteChecked<typeof routes.post>,
): Promise<RouteAnswer<typeof routes.post>> {
  await openOperators(context)
  const { transaction, caller, now } = context
  const held = await holdInvoices(context, await namedOrWaiting(context, body.summaryIDs))
  await refuseUnready(context, held)
  const journal: { invoice: HeldInvoice; lines: PostingLine[] }[] = []
  for (const invoice of held)
    journal.push({ invoice, lines: makePosting(await loadInvoiceToPost(transaction, invoice.invoice_id)) })
  // The last that is waited for: numbers have no gaps, so two postings are made one after the other.
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.compile(db))
  const made = await transaction.writeRow(
    sql<{ posting_id: number; number: number }>`
      insert into invoice_postings (number, posted_at, posted_by, invoices, lines)
      select coalesce(max(number), 0) + 1, ${now}, ${caller.username}, ${held.length},
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
    after: { invoices: held.map(({ invoice_number }) => invoice_number).join(', ') },
  })
  const posting = await postingOf(transaction, String(made.posting_id))
  const invoices = `${formatCount(held.length)} ${held.length === 1 ? 'invoice is' : 'invoices are'}`
  return { code: 200, message: `${invoices} posted as ${posting.number}.`, posting }
}

async function namedOrWaiting({ transaction }: Context, named: readonly string[] | undefined): Promise<number[]> {
  if (named) return named.map(Number)
  const waiting = await transaction.rows(
    sql<{ invoice_id: number }>`select i.invoice_id from invoices i where ${IS_WAITING} and i.currency <> ''
      order by i.invoice_day, i.invoice_id limit ${MAX_POSTED}`.compile(db),
  )
  if (waiting.length === 0) throw new AppError('unprocessable', 'No accepted invoice waits to be posted.')
  return waiting.map(({ invoice_id }) => invoice_id)
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

type Made = { postingId: number; number: string; journal: readonly { invoice: HeldInvoice; lines: PostingLine[] }[] }

async function writePosting({ transaction }: Context, { postingId, number, journal }: Made): Promise<void> {
  await transaction.write(
    db
      .insertInto('invoice_posted')
      .values(journal.map(({ invoice }) => ({ invoice_id: invoice.invoice_id, posting_id: postingId }))),
  )
  let no = 0
  for (const { invoice, lines } of journal) {
    const rows = lines.map((line) => ({ ...line, no: ++no, text: textOf(invoice, line, number) }))
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
  { carrier_name, invoice_number }: HeldInvoice,
  { account, category }: PostingLine,
  number: string,
): string {
  const what =
    category === 'accrual' || account === 'Accrued carriage' ? 'accrual reversed' : category || account.toLowerCase()
  return `${number}: ${carrier_name} invoice ${invoice_number}, ${what}`
}

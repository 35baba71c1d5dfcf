import type { Posting } from '@despatch/contract/invoices/postings'
import type { Day } from '@despatch/domain/calendar/day'
import { type PostingLine, postingNumber } from '@despatch/domain/invoices/postings/make-posting'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import type { LockedInvoice } from '../accept-and-reject/lock-invoices.ts'
import { readPosting } from './list-postings.ts'
import type { LedgerLine } from './posting-changes.ts'

const LOCK = 'invoice postings'

/** One invoice of a posting, with its lines. */
export type Entry = {
  readonly invoice: LockedInvoice
  readonly isCorrection: boolean
  readonly lines: readonly LedgerLine[]
}

/** Writes a posting of locked invoices. Throws an Error if its lines do not balance. */
export async function writePosting(
  context: Context,
  { journal, postedOn }: { journal: readonly Entry[]; postedOn: Day },
): Promise<Posting> {
  const { transaction } = context
  for (const { invoice, lines } of journal)
    if (lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0) !== 0)
      throw new Error(`The lines of invoice ${invoice.invoice_number} do not balance`)
  const corrections = journal.filter(({ isCorrection }) => isCorrection).length
  const added = await addPosting(context, {
    postedOn,
    reverses: null,
    invoices: journal.length - corrections,
    corrections,
    lines: journal.reduce((sum, { lines }) => sum + lines.length, 0),
  })
  const first = journal.filter(({ isCorrection }) => !isCorrection)
  if (first.length > 0)
    await transaction.write(
      db
        .insertInto('invoice_posted')
        .values(first.map(({ invoice }) => ({ invoice_id: invoice.invoice_id, posting_id: added.postingId }))),
    )
  await writeLines(context, added, journal)
  await audit(context, {
    clientCode: null,
    act: 'invoice.posted',
    object: added.number,
    after: {
      invoices: journal.map(({ invoice }) => invoice.invoice_number).join(', '),
      postingDate: postedOn,
      ...(corrections > 0 && { corrections }),
    },
  })
  return readPosting(transaction, String(added.postingId))
}

type PostingToAdd = {
  postedOn: Day
  reverses: number | null
  invoices: number
  corrections: number
  lines: number
}
type NewPosting = { postingId: number; number: string }

/** Adds a posting without its lines, under the next number. */
export async function addPosting(
  { transaction, caller, now }: Context,
  { postedOn, reverses, invoices, corrections, lines }: PostingToAdd,
): Promise<NewPosting> {
  // Take this lock last: numbers have no gaps, so postings wait for each other.
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.compile(db))
  const added = await transaction.writeRow(
    sql<{ posting_id: number; number: number }>`
      insert into invoice_postings (number, posted_at, posted_by, posted_on, reverses, invoices, corrections, lines)
      select coalesce(max(number), 0) + 1, ${now}, ${caller.username}, ${postedOn}::date, ${reverses}::bigint, ${invoices},
        ${corrections}, ${lines}
      from invoice_postings
      returning posting_id, number`.compile(db),
  )
  if (!added) throw new Error('A posting was not made')
  return { postingId: added.posting_id, number: postingNumber(added.number) }
}

async function writeLines(
  { transaction }: Context,
  { postingId, number }: NewPosting,
  journal: readonly Entry[],
): Promise<void> {
  let no = 0
  for (const entry of journal) {
    const { invoice } = entry
    const rows = entry.lines.map((line) => ({ ...line, no: ++no, text: textOf(entry, line, number) }))
    await transaction.write(
      sql`insert into invoice_posting_lines (posting_id, line_no, invoice_id, invoice_number, invoice_day, due_day, carrier,
          carrier_name, account, account_code, category, of_client, tax_code, debit, credit, currency, text)
        select ${postingId}, r.no, ${invoice.invoice_id}, ${invoice.invoice_number}, ${invoice.invoice_day}::date,
          ${invoice.due_day}::date, ${invoice.carrier}, ${invoice.carrier_name}, r.account, r."accountCode", r.category, r.client, r."taxCode",
          r.debit, r.credit, ${invoice.currency}, r.text
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (no int, account text, "accountCode" text, category text, client text,
          "taxCode" text, debit bigint, credit bigint, text text)`.compile(db),
    )
  }
}

/** A line's description, for example 'DPD invoice 4711, fuel'. */
function textOf(
  { invoice: { carrier_name, invoice_number }, isCorrection }: Entry,
  { account, category }: PostingLine,
  number: string,
): string {
  const what =
    category === 'accrual' || account === 'Accrued carriage' ? 'accrual reversed' : category || account.toLowerCase()
  return `${number}: ${carrier_name} invoice ${invoice_number}, ${isCorrection ? 'correction: ' : ''}${what}`
}

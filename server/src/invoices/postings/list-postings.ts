import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { Posting } from '@despatch/contract/invoices/postings'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { postingNumber } from '@despatch/domain/invoices/postings/make-posting'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { openOperatorScope } from '../scope.ts'

/** Whether the invoice `i` is accepted and in no posting that is in force. */
export const IS_WAITING = sql`i.status = 'Accepted' and not exists (
  select from invoice_posted p where p.invoice_id = i.invoice_id and p.reversed_by is null)`

type PostingRow = {
  posting_id: number
  number: number
  posted_at: Date
  posted_by: string
  posted_on: string
  reverses: { id: number; number: number } | null
  reversed_by: { id: number; number: number } | null
  invoices: number
  corrections: number
  lines: number
  totals: { currency: string; debit: number; payable: number }[]
}
type LineRow = {
  line_no: number
  invoice_number: string
  invoice_day: string
  due_day: string | null
  carrier: string
  carrier_name: string
  account: string
  account_code: string
  category: string
  of_client: string
  tax_code: string
  debit: number
  credit: number
  currency: string
  text: string
}

/**
 * Lists one page of postings, the newest first, and what waits to be posted. Throws an AppError (403) for client
 * users.
 */
export async function listPostings(
  context: Context,
  { query: { page, limit } }: RouteChecked<typeof routes.postings>,
): Promise<RouteAnswer<typeof routes.postings>> {
  await openOperatorScope(context)
  const { transaction } = context
  const [rows, counted, waiting, changed] = await Promise.all([
    transaction.rows(
      postingRows(
        sql`(select * from invoice_postings order by number desc limit ${limit} offset ${(page - 1) * limit})`,
      ),
    ),
    transaction.row(sql<{ total: number }>`select count(*) as total from invoice_postings`.compile(db)),
    transaction.rows(
      sql<{ currency: string; invoices: number; net: number }>`
        select i.currency, count(*)::int as invoices, coalesce(sum(s.billed), 0)::bigint as net
        from invoices i left join invoice_sums s on s.client_code = '' and s.invoice_id = i.invoice_id
        where ${IS_WAITING} group by i.currency order by i.currency`.compile(db),
    ),
    transaction.row(sql<{ count: number }>`select count(*) as count from invoice_posting_changes`.compile(db)),
  ])
  return {
    code: 200,
    postings: rows.map(presentPosting),
    pageInfo: { total: counted?.total ?? 0, page, limit },
    waiting: waiting.map(({ net, ...row }) => ({ ...row, net: costText(net) })),
    waitingCorrections: changed?.count ?? 0,
  }
}

/**
 * Lists one page of a posting's lines.
 *
 * @throws AppError 403 for client users, 404 if there is no such posting
 */
export async function listPostingLines(
  context: Context,
  { query: { postingID, page, limit } }: RouteChecked<typeof routes.postingLines>,
): Promise<RouteAnswer<typeof routes.postingLines>> {
  await openOperatorScope(context)
  const { transaction } = context
  const posting = await readPosting(transaction, postingID)
  const first = (page - 1) * limit
  const rows = await transaction.rows(
    sql<LineRow>`select * from invoice_posting_lines
      where posting_id = ${postingID}::bigint and line_no > ${first} and line_no <= ${first + limit}
      order by line_no`.compile(db),
  )
  return {
    code: 200,
    posting,
    lines: rows.map((row) => ({
      line: row.line_no,
      postingDate: posting.postingDate,
      date: row.invoice_day,
      dueDay: row.due_day,
      reference: posting.number,
      invoiceNumber: row.invoice_number,
      carrierCode: row.carrier,
      carrierName: row.carrier_name,
      account: row.account,
      accountCode: row.account_code,
      category: row.category,
      clientCode: row.of_client,
      taxCode: row.tax_code,
      debit: costText(row.debit),
      credit: costText(row.credit),
      currency: row.currency,
      text: row.text,
    })),
    pageInfo: { total: posting.lines, page, limit },
  }
}

/** Reads one posting. Throws an AppError (404) if there is none. */
export async function readPosting(transaction: Transaction, postingID: string): Promise<Posting> {
  const row = await transaction.row(
    postingRows(sql`(select * from invoice_postings where posting_id = ${postingID}::bigint)`),
  )
  if (!row) throw new AppError('not_found', 'Posting not found.')
  return presentPosting(row)
}

const postingRows = (from: ReturnType<typeof sql>) =>
  sql<PostingRow>`
    select p.posting_id, p.number, p.posted_at, p.posted_by, p.posted_on, p.invoices, p.corrections, p.lines, t.totals,
      case when o.number is not null then jsonb_build_object('id', o.posting_id, 'number', o.number) end as reverses,
      case when r.number is not null then jsonb_build_object('id', r.posting_id, 'number', r.number) end as reversed_by
    from ${from} p
    left join invoice_postings o on o.posting_id = p.reverses
    left join invoice_postings r on r.reverses = p.posting_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'debit', debit, 'payable', payable)
        order by currency), '[]') as totals
      from (
        select currency, sum(debit) as debit,
          coalesce(sum(credit - debit) filter (where account = 'Carriers payable'), 0) as payable
        from invoice_posting_lines where posting_id = p.posting_id group by currency
      ) s
    ) t
    order by p.number desc`.compile(db)

const referenceOf = (posting: PostingRow['reverses']) =>
  posting && { postingID: String(posting.id), number: postingNumber(posting.number) }

const presentPosting = (row: PostingRow): Posting => ({
  postingID: String(row.posting_id),
  number: postingNumber(row.number),
  postingDate: row.posted_on,
  postedAt: row.posted_at.toISOString(),
  postedBy: row.posted_by,
  reverses: referenceOf(row.reverses),
  reversedBy: referenceOf(row.reversed_by),
  invoices: row.invoices,
  corrections: row.corrections,
  lines: row.lines,
  totals: row.totals.map(({ currency, debit, payable }) => ({
    currency,
    debit: costText(debit),
    payable: costText(payable),
  })),
})

import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import { MAX_STATEMENT_DAYS, type StatementInvoice, type StatementTotal } from '@despatch/contract/invoices/statements'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, daysBetween } from '@despatch/domain/calendar/day'
import { CHARGE_CATEGORIES, type ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { IS_WAITING } from '../postings/list-postings.ts'
import { linesToPost } from '../postings/posting-changes.ts'
import { openScope } from '../scope.ts'

type StatementQuery = { client: string; from: Day; to: Day }
type InvoiceRow = {
  invoice_id: number
  /** The posting of the amount; null if it is not posted. */
  posting_id: number | null
  kind: StatementInvoice['kind']
  invoice_number: string
  carrier: string
  carrier_name: string
  invoice_day: string
  currency: string
  parcels: number
}
/** What a posting charges a client for an invoice: cost of one category, or tax. */
type ChargedRow = InvoiceRow & {
  posted_on: string | null
  account: 'Carriage' | 'Input tax'
  category: ChargeCategory | ''
  amount: number
}

/**
 * Reads what postings charge a client by posting date, and what accepted invoices up to the last day are waiting to
 * post or correct; net and tax separately, in the invoices' currencies.
 *
 * @throws AppError 404 for a client that is not the caller's, 422 for more days than a year
 */
export async function readStatement(
  context: Context,
  { query: { clientCode: client, from, to } }: RouteChecked<typeof routes.statement>,
): Promise<RouteAnswer<typeof routes.statement>> {
  if (daysBetween(from, to) >= MAX_STATEMENT_DAYS)
    throw new AppError('unprocessable', `Choose a period of up to ${MAX_STATEMENT_DAYS} days.`)
  const { parts } = await openScope(context, client)
  const { transaction } = context
  const query = { client: parts[0] ?? client, from, to }
  const named = await transaction.row(db.selectFrom('clients').select('name').where('client_code', '=', query.client))
  // Postings are the operator's, and tax is shared with an invoice's other clients: return only the client's own
  // part.
  await seeEveryClient(transaction)
  const posted = await transaction.rows(postedOf(query).compile(db))
  const waiting = await waitingOf(transaction, query)
  return {
    code: 200,
    clientCode: query.client,
    clientName: named?.name ?? '',
    from,
    to,
    lines: linesOf(posted),
    ...invoicesOf(posted),
    waiting: invoicesOf(waiting),
  }
}

function linesOf(rows: readonly ChargedRow[]) {
  const byKind = Map.groupBy(
    rows.filter(({ account }) => account === 'Carriage'),
    ({ carrier, currency, category }) => `${carrier} ${currency} ${category}`,
  )
  return [...byKind.values()]
    .flatMap((of) => {
      const [first] = of
      const net = sumOf(of)
      if (!first || first.category === '' || net === 0) return []
      const { carrier: carrierCode, carrier_name: carrierName, currency, category } = first
      return [{ carrierCode, carrierName, currency, category, net: costText(net) }]
    })
    .toSorted(
      (one, other) =>
        compareTexts(one.carrierName, other.carrierName) ||
        CHARGE_CATEGORIES.indexOf(one.category) - CHARGE_CATEGORIES.indexOf(other.category),
    )
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const sumOf = (rows: readonly ChargedRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

function invoicesOf(rows: readonly ChargedRow[]): { totals: StatementTotal[]; invoices: StatementInvoice[] } {
  const byInvoice = Map.groupBy(rows, (row) => `${row.invoice_id} ${row.posting_id}`)
  const invoices = [...byInvoice.values()].flatMap((of, index) => {
    const [row] = of
    if (!row) return []
    const taxes = of.filter(({ account }) => account === 'Input tax')
    return [
      {
        line: index + 1,
        summaryID: String(row.invoice_id),
        kind: row.kind,
        invoiceNumber: row.invoice_number,
        carrierCode: row.carrier,
        carrierName: row.carrier_name,
        invoiceDay: row.invoice_day,
        currency: row.currency,
        postedOn: row.posted_on,
        parcels: row.parcels,
        net: sumOf(of) - sumOf(taxes),
        tax: taxes.length === 0 ? null : sumOf(taxes),
      },
    ]
  })
  const totals = [...Map.groupBy(invoices, ({ currency }) => currency)].map(([currency, of]) => {
    const taxes = of.flatMap(({ tax }) => (tax === null ? [] : [tax]))
    const ids = (some: typeof of) => new Set(some.map(({ summaryID }) => summaryID)).size
    return {
      currency,
      invoices: ids(of),
      withoutTax: ids(of) - ids(of.filter(({ tax }) => tax !== null)),
      parcels: of.reduce((sum, { parcels }) => sum + parcels, 0),
      net: costText(of.reduce((sum, { net }) => sum + net, 0)),
      // Taxes that add up to zero, as a credit's do, are still stated.
      tax: taxes.length === 0 ? null : costText(taxes.reduce((sum, tax) => sum + tax, 0)),
    }
  })
  return {
    totals,
    invoices: invoices.map(({ net, tax, ...one }) => ({
      ...one,
      net: costText(net),
      tax: tax === null ? null : costText(tax),
    })),
  }
}

/** The lines of the days' postings that charge the client; reversals of accruals do not. */
const postedOf = ({ client, from, to }: StatementQuery) => sql<ChargedRow>`
  select p.posting_id, l.invoice_id, l.invoice_number, l.carrier, l.carrier_name, l.invoice_day, l.currency, l.account, l.category,
    p.posted_on, sum(l.debit - l.credit)::bigint as amount,
    case when p.reverses is not null then 'reversal' when f.posting_id is null then 'correction' else 'invoice' end as kind,
    case when f.posting_id is null then 0 when p.reverses is null then 1 else -1 end * coalesce(s.parcels, 0) as parcels
  from invoice_postings p
  join invoice_posting_lines l using (posting_id)
  left join invoice_posted f on f.invoice_id = l.invoice_id and f.posting_id = coalesce(p.reverses, p.posting_id)
  left join invoice_sums s on s.client_code = l.of_client and s.invoice_id = l.invoice_id
  where p.posted_on between ${from}::date and ${to}::date
    and l.of_client = ${client} and l.account in ('Carriage', 'Input tax') and l.category <> 'accrual'
  group by p.posting_id, p.posted_on, p.reverses, f.posting_id, l.invoice_id, l.invoice_number, l.carrier, l.carrier_name,
    l.invoice_day, l.currency, l.account, l.category, s.parcels
  order by p.posted_on, p.posting_id, l.invoice_day, l.invoice_id, min(l.line_no)`

/** What posting the waiting invoices, and correcting posted ones, would charge the client. */
async function waitingOf(transaction: Transaction, { client, to }: StatementQuery): Promise<ChargedRow[]> {
  const invoices = await transaction.rows(
    sql<InvoiceRow>`
      select null as posting_id, i.invoice_id, i.invoice_number, i.carrier, i.carrier_name, i.invoice_day, i.currency,
        case when c.invoice_id is null then 'invoice' else 'correction' end as kind,
        case when c.invoice_id is null then s.parcels else 0 end as parcels
      from invoice_sums s
      join invoices i on i.invoice_id = s.invoice_id
      left join invoice_posting_changes c on c.invoice_id = i.invoice_id
      where s.client_code = ${client} and s.status = 'Accepted' and s.invoice_day <= ${to}::date
        and (c.invoice_id is not null or (${IS_WAITING}))
      order by i.invoice_day, i.invoice_id`.compile(db),
  )
  const rows: ChargedRow[] = []
  for (const invoice of invoices) {
    const { invoice_id: invoiceId, kind } = invoice
    const lines = await linesToPost(transaction, {
      invoiceId,
      isCorrection: kind === 'correction',
      accrued: [],
      accounts: [],
    })
    for (const line of lines) {
      const { account, category } = line
      if (line.client !== client || (account !== 'Carriage' && account !== 'Input tax') || category === 'accrual')
        continue
      rows.push({ ...invoice, posted_on: null, account, category, amount: line.debit - line.credit })
    }
  }
  return rows
}

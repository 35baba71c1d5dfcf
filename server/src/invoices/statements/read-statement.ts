import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import { MAX_STATEMENT_DAYS } from '@despatch/contract/invoices/statements'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, daysBetween } from '@despatch/domain/calendar/day'
import { CHARGE_CATEGORIES, type ChargeCategory } from '@despatch/domain/invoices/invoice'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { openScope } from '../scope.ts'

type Asked = { client: string; from: Day; to: Day }
type LineRow = { carrier: string; name: string; currency: string; category: ChargeCategory; net: number }
type InvoiceRow = {
  invoice_id: number
  invoice_number: string
  carrier: string
  carrier_name: string
  invoice_day: string
  currency: string
  parcels: number
  net: number
  /** Null where no row states any, as in the lists of invoices: what a document states as a whole is nobody's part. */
  tax: number | null
}

/**
 * What of accepted invoices of some days is a client's: its accepted rows, net and tax apart. Throws an AppError: 404 for a
 * client that is not the caller's, 422 for more days than a year has.
 */
export async function readStatement(
  context: Context,
  { query: { clientCode: client, from, to } }: RouteChecked<typeof routes.statement>,
): Promise<RouteAnswer<typeof routes.statement>> {
  if (daysBetween(from, to) >= MAX_STATEMENT_DAYS)
    throw new AppError('unprocessable', `A statement has at most ${MAX_STATEMENT_DAYS} days. Choose fewer.`)
  const { parts } = await openScope(context, client)
  const { transaction } = context
  const asked = { client: parts[0] ?? client, from, to }
  const [named, lines, invoices] = await Promise.all([
    transaction.row(db.selectFrom('clients').select('name').where('client_code', '=', asked.client)),
    transaction.rows(linesOf(asked).compile(db)),
    transaction.rows(invoicesOf(asked).compile(db)),
  ])
  const totals = [...Map.groupBy(invoices, ({ currency }) => currency)].map(([currency, of]) => totalOf(currency, of))
  return {
    code: 200,
    clientCode: asked.client,
    clientName: named?.name ?? '',
    from,
    to,
    totals,
    lines: lines
      .toSorted((one, other) => CHARGE_CATEGORIES.indexOf(one.category) - CHARGE_CATEGORIES.indexOf(other.category))
      .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
      .map(({ carrier, name, net, ...row }) => ({
        carrierCode: carrier,
        carrierName: name,
        ...row,
        net: costText(net),
      })),
    invoices: invoices.map((row) => ({
      summaryID: String(row.invoice_id),
      invoiceNumber: row.invoice_number,
      carrierCode: row.carrier,
      carrierName: row.carrier_name,
      invoiceDay: row.invoice_day,
      currency: row.currency,
      parcels: row.parcels,
      net: costText(row.net),
      tax: row.tax === null ? null : costText(row.tax),
    })),
  }
}

function totalOf(currency: string, invoices: readonly InvoiceRow[]) {
  const taxes = invoices.flatMap(({ tax }) => (tax === null ? [] : [tax]))
  return {
    currency,
    invoices: invoices.length,
    withoutTax: invoices.length - taxes.length,
    parcels: invoices.reduce((sum, { parcels }) => sum + parcels, 0),
    net: costText(invoices.reduce((sum, { net }) => sum + net, 0)),
    // Taxes that cancel out, as a credit's do, come to nothing and are stated.
    tax: taxes.length === 0 ? null : costText(taxes.reduce((sum, tax) => sum + tax, 0)),
  }
}

/** The accepted rows `p` of the client on accepted invoices `s` of the days, each looked up by its key. */
const accepted = ({ client, from, to }: Asked) => sql`(
    select * from invoice_sums
    where client_code = ${client} and status = 'Accepted' and invoice_day between ${from}::date and ${to}::date
  ) s cross join lateral (
    select * from invoice_parcels
    where client_code = ${client} and invoice_id between s.invoice_id and s.invoice_id and status = 'Accepted'
    order by invoice_id offset 0
  ) p`

const invoicesOf = (asked: Asked) => sql<InvoiceRow>`
  select s.invoice_id, s.invoice_number, s.carrier, s.carrier_name, s.invoice_day, s.currency, count(*)::int as parcels,
    sum(p.billed)::bigint as net, case when bool_or(p.tax <> 0) then sum(p.tax)::bigint end as tax
  from ${accepted(asked)}
  group by s.invoice_id, s.invoice_number, s.carrier, s.carrier_name, s.invoice_day, s.currency
  order by s.invoice_day, s.invoice_id`

/** What a row bills beside its charges stands as 'other', so that the lines add up to the invoices. */
const linesOf = (asked: Asked) => sql<LineRow>`
  with rows as materialized (
    select s.carrier, s.carrier_name, s.currency, p.billed, p.charges from ${accepted(asked)}
  ),
  charged as (
    select r.carrier, r.currency, c.value ->> 'category' as category, sum((c.value ->> 'net')::bigint) as net
    from rows r cross join lateral jsonb_array_elements(r.charges) c group by 1, 2, 3
  ),
  billed as (select carrier, currency, min(carrier_name) as name, sum(billed) as net from rows group by carrier, currency)
  select l.carrier, b.name, l.currency, l.category, sum(l.net)::bigint as net
  from (
    select * from charged
    union all
    select b.carrier, b.currency, 'other', b.net - coalesce((
      select sum(c.net) from charged c where c.carrier = b.carrier and c.currency = b.currency), 0)
    from billed b
  ) l
  join billed b using (carrier, currency)
  group by l.carrier, b.name, l.currency, l.category
  having sum(l.net) <> 0`

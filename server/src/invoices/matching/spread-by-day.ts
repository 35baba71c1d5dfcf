import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import type { DayParcel } from '@despatch/domain/invoices/sales-orders/choose-parcels'
import {
  type OrderLine,
  orderKey,
  orderLineOf,
  spreadDetail,
  spreadLines,
} from '@despatch/domain/invoices/sales-orders/spread-orders'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import type pg from 'pg'
import { runInTurns } from '../../process/loop-budget.ts'
import type { JudgedInvoice } from '../judging/facts-of-detail.ts'
import { readClientsOfAccount } from './account-clients.ts'
import type { Rules } from './load-rules.ts'
import { MATCHED_DAYS } from './match-details.ts'

/**
 * Parcels that a carrier took between two instants and that no invoice has billed, of some clients or all. Returned
 * parcels count, and so do fully credited ones. The difference row of a sales order bills no parcel. A parcel that
 * was not weighed has its products' weight if all of them are known; a weight of 0 counts as unknown.
 */
const LEFT = `
select p.client_code as client, p.tracking_number as "trackingNumber", p.carrier_service as service,
  p.despatched_at as "despatchedAt", nullif(coalesce(round(nullif(p.weight, 0) * 1000), c.grams), 0)::int as grams, o.country
from parcels p
cross join lateral (
  select country from orders o where o.client_code = p.client_code and o.order_number = p.order_number limit 1
) o
left join lateral (
  select case when bool_and(s.weight is not null) then sum(s.weight::bigint * c.quantity) end as grams
  from parcel_contents c left join skus s on s.client_code = c.client_code and s.sku_code = c.sku_code
  where c.client_code = p.client_code and c.tracking_number = p.tracking_number and coalesce(p.weight, 0) = 0
) c on true
where p.carrier = $1 and p.despatched_at >= $2 and p.despatched_at < $3
  and ($4::text[] is null or p.client_code = any ($4))
  and 0 >= (
    select coalesce(sum(r.billed) filter (where not r.is_own), sum(r.billed), 0) from parcel_bills b
    join invoice_parcels r on r.client_code = b.client_code and r.invoice_id = b.invoice_id and r.parcel_no = b.parcel_no
    join invoices i on i.invoice_id = b.invoice_id
    where b.client_code = p.client_code and b.tracking_number = p.tracking_number and r.leg <> 'return'
      and i.status <> 'Rejected'
  )`
type LeftRow = Omit<DayParcel, 'day'> & { despatchedAt: Date }

/** The parcels that other invoices of the account billed with the same sales orders. */
const BILLED = `
select d.consignment_number as "consignmentNumber", d.service, d.country, b.billed_weight as "billedWeight",
  b.client_code as client, b.despatched_as as "trackingNumber", p.despatched_at as "despatchedAt",
  null::int as grams
from invoices i
join invoice_details d using (invoice_id)
join invoice_parcels b on b.invoice_id = d.invoice_id and b.detail_no = d.detail_no and b.despatched_as <> ''
join parcels p on p.client_code = b.client_code and p.tracking_number = b.despatched_as
where i.carrier = $1 and i.account = $2 and i.bills = 'sales orders' and i.status <> 'Rejected' and i.invoice_id <> $3
  and i.invoice_day >= $4 and d.consignment_number = any ($5::text[])
order by i.invoice_day, i.invoice_id, b.parcel_no`
type BilledRow = LeftRow & { consignmentNumber: string; billedWeight: number | null }

/** Returns a batch of details, from a detail number on, with sales orders spread over parcels. */
export type Spread = (details: readonly BilledDetail[], from: number) => readonly BilledDetail[]

/** An invoice whose sales orders are to be spread. */
type ToSpread = {
  invoice: JudgedInvoice
  rules: Rules
  /** Its details in batches, each with the number of its first detail. */
  pieces: () => AsyncIterable<{ from: number; details: readonly BilledDetail[] }>
}

/**
 * Spreads sales orders over the parcels of their days, if the invoice's layout bills by sales order. It takes the
 * parcels that the same sales order billed before, else unbilled parcels of the account's clients; rows written
 * earlier in this transaction count as billed. All lines of the invoice are matched together. Other invoices stay
 * unchanged.
 */
export async function spreadByDay(
  connection: pg.ClientBase,
  { invoice: { invoiceId, carrier, account, bills, day, currency }, rules: { rules }, pieces }: ToSpread,
): Promise<Spread> {
  if (bills !== 'sales orders') return (details) => details
  const lines: OrderLine[] = []
  /** The number of lines before each batch. */
  const linesBefore = new Map<number, number>()
  for await (const { from, details } of pieces()) {
    linesBefore.set(from, lines.length)
    for (const detail of details) {
      const line = orderLineOf(detail)
      if (line) lines.push(line)
    }
  }
  const days = lines.flatMap((line) => line.day ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return (details) => details
  const left = await connection.query<LeftRow>(LEFT, [
    carrier,
    startOfDay(first),
    startOfDay(addDays(last, 1)),
    await readClientsOfAccount(connection, { carrier, account }),
  ])
  const billed = await connection.query<BilledRow>(BILLED, [
    carrier,
    account,
    invoiceId,
    addDays(day, -MATCHED_DAYS),
    [...new Set(lines.map(({ consignmentNumber }) => consignmentNumber))],
  ])
  const before = Map.groupBy(billed.rows, (row) => orderKey({ ...row, day: dayOf(row.despatchedAt) }, row.billedWeight))
  const known = {
    billed: new Map([...before].map(([key, rows]) => [key, eachOnce(rows.map(toParcel))])),
    namesOf: (service: string) => rules.servicesNamed(carrier, service),
    penny: minorUnitOf(currency),
  }
  const { taken } = await runInTurns(spreadLines(lines, left.rows.map(toParcel), known))
  return (details, from) => {
    let line = linesBefore.get(from) ?? 0
    return details.flatMap((detail) =>
      orderLineOf(detail) ? spreadDetail(detail, taken[line++] ?? [], known.penny) : [detail],
    )
  }
}

const toParcel = ({ despatchedAt, ...parcel }: LeftRow): DayParcel => ({ ...parcel, day: dayOf(despatchedAt) })

const eachOnce = (parcels: readonly DayParcel[]) => [
  ...new Map(parcels.map((parcel) => [`${parcel.client} ${parcel.trackingNumber}`, parcel])).values(),
]

import type { Day } from '@despatch/domain/calendar/day'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { type RawBuilder, sql } from 'kysely'

type Days = { from: Day; to: Day }
export type HabitRow = {
  carrier: string
  carrier_name: string
  currency: string
  rows: number
  of: number
  amount: number
  first: string
  last: string
}
type OfClient = HabitRow & { client_code: string; client_name: string | null }

/** The database returns the candidates with the largest sums; far fewer are shown. */
const MAX_CANDIDATES = 500

/** The invoices of the days that have a variance with this cause, so that no others are read. */
const invoicesWith = (cause: string, { from, to }: Days): RawBuilder<unknown> => sql`(
    select invoice_id, carrier, carrier_name, currency, invoice_day from invoice_sums
    where client_code = '' and invoice_day between ${from}::date and ${to}::date and causes ? ${cause}
  ) i`

/** The rows `p` of such an invoice `i`. */
const rowsOf = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`cross join lateral (
    select * from invoice_parcels where invoice_id = i.invoice_id and ${where}
  ) p`

/** Parcels by contents: how many were billed heavier than their despatched weight, out of how many. */
export const weightsOfContents = (days: Days) => sql<
  OfClient & { contents: string; skus: string[]; billed_weight: number; our_weight: number }
>`
  with weighed as materialized (
    select i.carrier, i.carrier_name, i.currency, p.client_code, p.despatched_as, p.billed_weight, p.our_weight,
      coalesce((p.causes ->> 'weight or size')::bigint, 0) as amount, coalesce(p.shipment_day, i.invoice_day) as day
    from ${invoicesWith('weight or size', days)}
    ${rowsOf(sql`despatched_as <> '' and billed_weight is not null and our_weight is not null and variance is not null`)}
  ),
  packed as (
    select w.*, c.contents, c.skus from weighed w cross join lateral (
      select string_agg(sku_code || case when quantity > 1 then ' ×' || quantity else '' end, ', ' order by sku_code) as contents,
        array_agg(sku_code order by sku_code) as skus
      from (
        select sku_code, sum(quantity) as quantity from parcel_contents
        where client_code = w.client_code and tracking_number = w.despatched_as group by sku_code
      ) s
    ) c
    where c.contents is not null
  )
  select g.*, c.name as client_name from (
    select carrier, min(carrier_name) as carrier_name, currency, client_code, contents, min(skus) as skus,
      (count(*) filter (where amount > 0))::int as rows, count(*)::int as of,
      coalesce(sum(amount) filter (where amount > 0), 0)::bigint as amount,
      coalesce(round(avg(billed_weight) filter (where amount > 0)), 0)::bigint as billed_weight,
      coalesce(round(avg(our_weight) filter (where amount > 0)), 0)::bigint as our_weight,
      min(day) as first, max(day) as last
    from packed group by carrier, currency, client_code, contents
    having count(*) filter (where amount > 0) > 0
    order by 9 desc limit ${MAX_CANDIDATES}
  ) g left join clients c using (client_code)`

/**
 * Rows by method and country that are billed a base price in place of the agreed one, out of all rows since the first
 * of them.
 */
export const pricesBilled = (days: Days) => sql<
  OfClient & { method: string; country: string; billed: number; expected: number }
>`
  with judged as materialized (
    select i.carrier, i.carrier_name, i.currency, p.client_code, r.method, d.country, b.billed, b.expected,
      coalesce((p.causes ->> 'price')::bigint, 0) as amount, coalesce(p.shipment_day, i.invoice_day) as day
    from ${invoicesWith('price', days)}
    ${rowsOf(sql`variance is not null and client_code <> ''`)}
    cross join lateral (
      select r.value ->> 'clientMethodID' as method from jsonb_array_elements(p.reasons) r
      where r.value ->> 'kind' = 'price' limit 1
    ) r
    cross join lateral (
      select sum((c.value ->> 'billed')::bigint) as billed, sum((c.value ->> 'expected')::bigint) as expected
      from jsonb_array_elements(p.judged_charges) c where c.value ->> 'category' = 'base'
    ) b
    cross join lateral (
      select country from invoice_details
      where client_code = p.client_code and invoice_id = p.invoice_id and detail_no = p.detail_no
    ) d
    where b.billed is not null
  ),
  raised as (
    select carrier, min(carrier_name) as carrier_name, currency, client_code, method, country, billed, expected,
      count(*)::int as rows, sum(amount)::bigint as amount, min(day) as first, max(day) as last
    from judged where amount <> 0
    group by carrier, currency, client_code, method, country, billed, expected
    order by abs(sum(amount)) desc limit ${MAX_CANDIDATES}
  )
  select r.*, c.name as client_name, (
    select count(*)::int from judged j
    where j.carrier = r.carrier and j.currency = r.currency and j.client_code = r.client_code and j.method = r.method
      and j.country = r.country and j.expected = r.expected and j.day >= r.first
  ) as of
  from raised r left join clients c using (client_code)`

/** Charges without an agreement, by the carrier's code and text. */
export const unagreedCharges = (days: Days) => sql<
  HabitRow & {
    client_code: string
    code: string
    text: string
    category: ChargeCategory
    least: number
    most: number
    consignments: number
  }
>`
  select i.carrier, min(i.carrier_name) as carrier_name, i.currency,
    case when min(p.client_code) = max(p.client_code) then min(p.client_code) else '' end as client_code,
    r.value ->> 'code' as code, r.value ->> 'text' as text, r.value ->> 'category' as category, count(*)::int as rows,
    count(*)::int as of, sum((r.value ->> 'billed')::bigint)::bigint as amount, min((r.value ->> 'billed')::bigint) as least,
    max((r.value ->> 'billed')::bigint) as most, count(distinct (p.invoice_id, p.detail_no))::int as consignments,
    min(coalesce(p.shipment_day, i.invoice_day)) as first,
    max(coalesce(p.shipment_day, i.invoice_day)) as last
  from ${invoicesWith('charges', days)}
  ${rowsOf(sql`causes ? 'charges'`)}
  cross join lateral jsonb_array_elements(p.reasons) r
  where r.value ->> 'kind' = 'not agreed'
  group by i.carrier, i.currency, r.value ->> 'code', r.value ->> 'text', r.value ->> 'category'
  order by abs(sum((r.value ->> 'billed')::bigint)) desc limit ${MAX_CANDIDATES}`

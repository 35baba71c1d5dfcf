import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, startOfDay } from '@despatch/domain/calendar/day'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import { caseVariants, postcodeSpellings } from '@despatch/domain/enquiries/search/any-reference'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { openOperatorScope } from '../scope.ts'

const MAX_CANDIDATES = 20
/**
 * Carriers bill by the day of shipment, warehouses report the day of despatch: they differ by at most this many days.
 */
const MAX_DAYS_APART = 3

type Row = {
  client_code: string
  client_name: string
  order_number: string
  tracking_number: string
  carrier: string
  despatched_at: Date | null
  customer: string
  post_code: string
  weight: string | null
}

/**
 * Finds parcels and orders of any client that a row may bill: by order number or tracking number, or by postcode near
 * a day.
 *
 * @throws AppError 403 for client users, 400 without any search term
 */
export async function findCandidates(
  context: Context,
  { query: { search = '', postCode = '', day } }: RouteChecked<typeof routes.matchCandidates>,
): Promise<RouteAnswer<typeof routes.matchCandidates>> {
  await openOperatorScope(context)
  if (search === '' && postCode === '')
    throw new AppError('bad_request', 'Enter an order number, tracking number or postcode.')
  const named = search === '' ? byPostcode(postcodeSpellings(postCode)) : byNumber(search)
  const since = day && startOfDay(addDays(day, -MAX_DAYS_APART))
  const until = day && startOfDay(addDays(day, MAX_DAYS_APART + 1))
  const isNear = since && until && search === ''
  const rows = await context.transaction.rows(
    sql<Row>`
      select o.client_code, c.name as client_name, o.order_number, coalesce(p.written_as, p.tracking_number, '') as tracking_number,
        coalesce(p.carrier, '') as carrier, p.despatched_at, trim(o.customer_first_name || ' ' || o.customer_last_name) as customer,
        o.post_code, p.weight::text as weight
      from (${named}) n
      join orders o on o.client_code = n.client_code and o.order_number = n.order_number
      join clients c on c.client_code = o.client_code
      left join lateral (
        select * from parcels where client_code = o.client_code and order_number = o.order_number
          and (n.tracking_number = '' or tracking_number = n.tracking_number)
        order by despatched_at, tracking_number limit ${MAX_CANDIDATES + 1}
      ) p on true
      ${isNear ? sql`where p.despatched_at >= ${since} and p.despatched_at < ${until}` : sql``}
      order by p.despatched_at desc nulls last, o.client_code, o.order_number, p.tracking_number
      limit ${MAX_CANDIDATES + 1}`.compile(db),
  )
  return { code: 200, candidates: rows.slice(0, MAX_CANDIDATES).map(present), hasMore: rows.length > MAX_CANDIDATES }
}

const byNumber = (text: string): RawBuilder<unknown> => sql`
  select c.client_code, o.order_number, '' as tracking_number from clients c
  join orders o on o.client_code = c.client_code and o.order_number = any (${caseVariants(text)}::text[])
  union
  select client_code, order_number, tracking_number from parcels
  where tracking_number = any (${trackingNumbersToFind(text)}::text[])`

const byPostcode = (spellings: readonly string[]): RawBuilder<unknown> => sql`
  select c.client_code, o.order_number, '' as tracking_number from clients c cross join lateral (
    select order_number from orders where client_code = c.client_code and post_code <> ''
      and post_code = any (${spellings}::text[])
    order by ordered_at desc limit 200
  ) o`

const present = (row: Row) => ({
  clientCode: row.client_code,
  clientName: row.client_name,
  orderNumber: row.order_number,
  trackingNumber: row.tracking_number,
  carrier: row.carrier,
  despatchedAt: row.despatched_at?.toISOString() ?? null,
  customer: row.customer,
  postCode: row.post_code,
  weight: row.weight,
})

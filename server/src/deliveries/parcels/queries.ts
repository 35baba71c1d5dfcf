import type { ParcelSort } from '@despatch/contract/deliveries/parcels/parcels'
import { addDays, type Day, startOfDay } from '@despatch/domain/calendar/day'
import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import type { DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import { inAnyCase } from '@despatch/domain/enquiries/search/any-reference'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import { type RawBuilder, sql } from 'kysely'
import type { ParcelColumns } from './present.ts'

/** What a list of parcels is narrowed to. Days are the operator's, both included; late is what is so on the day `today`. */
export type ParcelFilter = {
  today: Day
  despatchedFrom?: Day | undefined
  despatchedTo?: Day | undefined
  orderedFrom?: Day | undefined
  orderedTo?: Day | undefined
  exception?: DeliveryException | undefined
  isLate?: boolean | undefined
  state?: DeliveryState[] | undefined
  carrier?: string[] | undefined
  carrierService?: string | undefined
  promised?: Day | undefined
  reference?: string | undefined
}

/** What {@link presentParcel} needs, of `parcels p` joined to {@link carrierNames}. */
export const parcelColumns = sql`p.client_code, p.tracking_number, p.written_as, p.carrier, p.carrier_service, p.order_number, p.despatched_at,
  p.promised_date, trim_scale(p.weight)::text as weight, p.state, p.reason, p.state_at, p.delivered_at, p.delivered_on,
  c.content ->> 'name' as carrier_name`

/** What the client's rule book in force calls the carrier. */
export const carrierNames = sql`left join rule_book_items c
  on c.client_code = p.client_code and c.kind = 'carrier' and c.item_key = p.carrier and c.to_version is null`

/** The condition on `parcels p` of one of the two exceptions, as its index has it. */
function exceptional(exception: DeliveryException, today: Day): RawBuilder<unknown> {
  return exception === 'undelivered'
    ? sql`p.delivered_on is null and p.promised_date < ${today}::date`
    : sql`p.delivered_on > p.promised_date`
}

const SORTS: Record<ParcelSort, (today: Day) => RawBuilder<unknown>> = {
  despatchedAt: () => sql`p.despatched_at`,
  promisedDate: () => sql`p.promised_date`,
  stateAt: () => sql`p.state_at`,
  deliveredAt: () => sql`p.delivered_at`,
  daysLate: (today) => sql`coalesce(p.delivered_on, ${today}::date) - p.promised_date`,
  trackingNumber: () => sql`p.tracking_number`,
  orderNumber: () => sql`p.order_number`,
}

/** Rows before a page that are cheaper to find by the index alone than to read whole. */
const DEEP = 1000

/**
 * A page of parcels of one or many clients, one row more than the page so that it is known whether there is another.
 * Each client's index gives its first rows in order, and those of each carrier where it is narrowed to some; of these the
 * page is taken, and only then are the rows read whole.
 */
export function parcelsPage(
  clients: readonly string[],
  { carrier = [], ...filter }: ParcelFilter,
  page: { page: number; limit: number; sort: ParcelSort; desc: boolean },
) {
  const offset = (page.page - 1) * page.limit
  // What is not known comes last, whichever way.
  const direction = sql`${page.desc ? sql`desc` : sql`asc`}${
    page.sort === 'stateAt' || page.sort === 'deliveredAt' ? sql` nulls last` : sql``
  }`
  const way = page.desc ? sql`desc` : sql`asc`
  const orderAndLine = (last: RawBuilder<unknown>) => sql`order by sorted ${direction}, p.tracking_number ${way}${last}`
  const skipping = sql`limit ${page.limit + 1} offset ${offset}`
  const carriers = [...new Set(carrier)]
  const sorted = SORTS[page.sort](filter.today)
  if (clients.length === 1 && carriers.length === 0 && offset < DEEP)
    // Little is skipped: rows are read whole as they are found, not found first and looked up then.
    return sql<ParcelColumns>`
      select ${parcelColumns} from (
        select p.*, ${sorted} as sorted from parcels p where p.client_code = ${clients[0]} ${matching(filter)}
        ${orderAndLine(sql``)} ${skipping}
      ) p ${carrierNames}
      ${orderAndLine(sql``)}`
  const [taken, ofCarrier] = carriers.length
    ? [sql`cross join unnest(${carriers}::text[]) as taken (carrier)`, sql`and p.carrier = taken.carrier`]
    : [sql``, sql``]
  return sql<ParcelColumns>`
    select ${parcelColumns} from (
      select found.* from unnest(${clients}::text[]) as mine (code) ${taken} cross join lateral (
        select p.client_code, p.tracking_number, ${sorted} as sorted
        from parcels p where p.client_code = mine.code ${ofCarrier} ${matching(filter)}
        ${orderAndLine(sql``)} limit ${offset + page.limit + 1}
      ) found
      order by sorted ${direction}, found.tracking_number ${way}, found.client_code
      ${skipping}
    ) chosen
    join parcels p using (client_code, tracking_number) ${carrierNames}
    ${orderAndLine(sql`, p.client_code`)}`
}

/** How many parcels match, by state. */
export function parcelStates(clients: readonly string[], filter: ParcelFilter) {
  return sql<{ state: DeliveryState; parcels: number }>`
    select found.state, count(*) as parcels
    from unnest(${clients}::text[]) as mine (code)
    cross join lateral (select p.state from parcels p where p.client_code = mine.code ${matching(filter)}) found
    group by found.state`
}

/** How many parcels match, by the day that they were promised for. */
export function parcelsByPromise(clients: readonly string[], filter: ParcelFilter) {
  return sql<{ day: Day; parcels: number }>`
    select found.promised_date as day, count(*) as parcels
    from unnest(${clients}::text[]) as mine (code)
    cross join lateral (select p.promised_date from parcels p where p.client_code = mine.code ${matching(filter)}) found
    group by found.promised_date order by found.promised_date`
}

/** How many parcels match. */
export function parcelsTotal(clients: readonly string[], filter: ParcelFilter) {
  return sql<{ total: number }>`
    select count(*) as total
    from unnest(${clients}::text[]) as mine (code)
    cross join lateral (select from parcels p where p.client_code = mine.code ${matching(filter)}) found`
}

/** Conditions on `parcels p`, each with its 'and'. */
export function matching(filter: ParcelFilter): RawBuilder<unknown> {
  const { today, reference, state } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (filter.despatchedFrom) conditions.push(sql`and p.despatched_at >= ${startOfDay(filter.despatchedFrom)}`)
  if (filter.despatchedTo) conditions.push(sql`and p.despatched_at < ${startOfDay(addDays(filter.despatchedTo, 1))}`)
  if (filter.orderedFrom) conditions.push(sql`and p.ordered_at >= ${startOfDay(filter.orderedFrom)}`)
  if (filter.orderedTo) conditions.push(sql`and p.ordered_at < ${startOfDay(addDays(filter.orderedTo, 1))}`)
  if (filter.exception) conditions.push(sql`and ${exceptional(filter.exception, today)}`)
  if (filter.isLate)
    conditions.push(sql`and (${exceptional('undelivered', today)} or ${exceptional('late delivered', today)})`)
  if (state?.length) conditions.push(sql`and p.state = any (${state}::text[])`)
  if (filter.carrier?.length) conditions.push(sql`and p.carrier = any (${filter.carrier}::text[])`)
  if (filter.carrierService !== undefined) conditions.push(sql`and p.carrier_service = ${filter.carrierService}`)
  if (filter.promised) conditions.push(sql`and p.promised_date = ${filter.promised}::date`)
  if (reference) conditions.push(sql`and (${beginning(reference)})`)
  return sql.join(conditions, sql` `)
}

/** Tracking numbers that begin so, however they are written, and order numbers: ranges, which their indexes serve. */
function beginning(reference: string): RawBuilder<unknown> {
  const range = (column: RawBuilder<unknown>) => (start: string) =>
    sql`(${column} >= ${start} and ${column} < ${start} || U&'\\+10FFFF')`
  return sql.join(
    [
      ...trackingNumbersToFind(reference).map(range(sql`p.tracking_number`)),
      ...inAnyCase(reference).map(range(sql`p.order_number`)),
      sql`p.order_number = any (array(select order_number from orders where order_number collate any_case = ${reference}))`,
    ],
    sql` or `,
  )
}

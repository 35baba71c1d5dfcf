import type { ParcelSort } from '@despatch/contract/deliveries/parcels/parcels'
import { addDays, type Day, startOfDay } from '@despatch/domain/calendar/day'
import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { MOST_DAYS_LATE } from '@despatch/domain/deliveries/parcels/days-late'
import type { DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import { caseVariants } from '@despatch/domain/enquiries/search/any-reference'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import { type RawBuilder, sql } from 'kysely'
import type { ParcelColumns } from './present-parcel.ts'

/** Filters of a list of parcels. Days are the operator's, inclusive. `today` decides what is late. */
export type ParcelFilter = {
  today: Day
  despatchedFrom?: Day | undefined
  despatchedTo?: Day | undefined
  orderedFrom?: Day | undefined
  orderedTo?: Day | undefined
  exception?: DeliveryException | undefined
  isLate?: boolean | undefined
  daysLate?: number | undefined
  state?: DeliveryState[] | undefined
  carrier?: string[] | undefined
  carrierService?: string | undefined
  promised?: Day | undefined
  reference?: string | undefined
}

/** Columns for {@link presentParcel}, from `parcels p` joined to {@link carrierNames}. */
export const parcelColumns = sql`p.client_code, p.tracking_number, p.written_as, p.carrier, p.carrier_service, p.order_number, p.despatched_at,
  p.promised_date, trim_scale(p.weight)::text as weight, p.state, p.reason, p.state_at, p.delivered_at, p.delivered_on,
  c.content ->> 'name' as carrier_name`

/** Joins carrier names from the client's current rule book. */
export const carrierNames = sql`left join rule_book_items c
  on c.client_code = p.client_code and c.kind = 'carrier' and c.item_key = p.carrier and c.to_version is null`

/** The condition of an exception on `parcels p`, as its index has it. */
function isException(exception: DeliveryException, today: Day): RawBuilder<unknown> {
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

/** From this offset on, finding rows by index alone is cheaper than reading them whole. */
const DEEP_OFFSET = 1000

/**
 * Selects a page of parcels of one or many clients, with one extra row that shows whether there are more. The index of
 * each client (and of each carrier, if filtered) gives its first rows in order. The page is taken from these, and only
 * its rows are read whole.
 */
export function selectParcels(
  clients: readonly string[],
  { carrier = [], ...filter }: ParcelFilter,
  page: { page: number; limit: number; sort: ParcelSort; desc: boolean },
) {
  const offset = (page.page - 1) * page.limit
  // Unknown values come last in either direction.
  const direction = sql`${page.desc ? sql`desc` : sql`asc`}${
    page.sort === 'stateAt' || page.sort === 'deliveredAt' ? sql` nulls last` : sql``
  }`
  const tieDirection = page.desc ? sql`desc` : sql`asc`
  const orderClause = (last: RawBuilder<unknown>) =>
    sql`order by sorted ${direction}, p.tracking_number ${tieDirection}${last}`
  const pageWindow = sql`limit ${page.limit + 1} offset ${offset}`
  const carriers = [...new Set(carrier)]
  const sorted = SORTS[page.sort](filter.today)
  if (clients.length === 1 && carriers.length === 0 && offset < DEEP_OFFSET)
    // With a small offset, reading whole rows directly is cheaper than finding them first.
    return sql<ParcelColumns>`
      select ${parcelColumns} from (
        select p.*, ${sorted} as sorted from parcels p where p.client_code = ${clients[0]} ${parcelConditions(filter)}
        ${orderClause(sql``)} ${pageWindow}
      ) p ${carrierNames}
      ${orderClause(sql``)}`
  const [taken, ofCarrier] = carriers.length
    ? [sql`cross join unnest(${carriers}::text[]) as taken (carrier)`, sql`and p.carrier = taken.carrier`]
    : [sql``, sql``]
  return sql<ParcelColumns>`
    select ${parcelColumns} from (
      select found.* from unnest(${clients}::text[]) as mine (code) ${taken} cross join lateral (
        select p.client_code, p.tracking_number, ${sorted} as sorted
        from parcels p where p.client_code = mine.code ${ofCarrier} ${parcelConditions(filter)}
        ${orderClause(sql``)} limit ${offset + page.limit + 1}
      ) found
      order by sorted ${direction}, found.tracking_number ${tieDirection}, found.client_code
      ${pageWindow}
    ) chosen
    join parcels p using (client_code, tracking_number) ${carrierNames}
    ${orderClause(sql`, p.client_code`)}`
}

export function countByState(clients: readonly string[], filter: ParcelFilter) {
  return sql<{ state: DeliveryState; parcels: number }>`
    select found.state, count(*) as parcels
    from unnest(${clients}::text[]) as mine (code)
    cross join lateral (select p.state from parcels p where p.client_code = mine.code ${parcelConditions(filter)}) found
    group by found.state`
}

/** Counts matching late parcels by the number of days. */
export function countByDaysLate(clients: readonly string[], filter: ParcelFilter) {
  return sql<{ daysLate: number; parcels: number }>`
    select least(found.days, ${MOST_DAYS_LATE}::int) as "daysLate", count(*)::int as parcels
    from unnest(${clients}::text[]) as mine (code)
    cross join lateral (
      select coalesce(p.delivered_on, ${filter.today}::date) - p.promised_date as days
      from parcels p where p.client_code = mine.code ${parcelConditions({ ...filter, isLate: true })}
    ) found
    group by 1 order by 1`
}

/** Counts matching parcels by promised day. */
export function countByPromisedDay(clients: readonly string[], filter: ParcelFilter) {
  return sql<{ day: Day; parcels: number }>`
    select found.promised_date as day, count(*) as parcels
    from unnest(${clients}::text[]) as mine (code)
    cross join lateral (select p.promised_date from parcels p where p.client_code = mine.code ${parcelConditions(filter)}) found
    group by found.promised_date order by found.promised_date`
}

export function countParcels(clients: readonly string[], filter: ParcelFilter) {
  return sql<{ total: number }>`
    select count(*) as total
    from unnest(${clients}::text[]) as mine (code)
    cross join lateral (select from parcels p where p.client_code = mine.code ${parcelConditions(filter)}) found`
}

/** Conditions on `parcels p`, each with a leading 'and'. */
export function parcelConditions(filter: ParcelFilter): RawBuilder<unknown> {
  const { today, reference, state } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (filter.despatchedFrom) conditions.push(sql`and p.despatched_at >= ${startOfDay(filter.despatchedFrom)}`)
  if (filter.despatchedTo) conditions.push(sql`and p.despatched_at < ${startOfDay(addDays(filter.despatchedTo, 1))}`)
  if (filter.orderedFrom) conditions.push(sql`and p.ordered_at >= ${startOfDay(filter.orderedFrom)}`)
  if (filter.orderedTo) conditions.push(sql`and p.ordered_at < ${startOfDay(addDays(filter.orderedTo, 1))}`)
  if (filter.exception) conditions.push(sql`and ${isException(filter.exception, today)}`)
  if (filter.isLate)
    conditions.push(sql`and (${isException('undelivered', today)} or ${isException('late delivered', today)})`)
  if (filter.daysLate !== undefined) conditions.push(isDaysLate(filter.daysLate, today))
  if (state?.length) conditions.push(hasState(state))
  if (filter.carrier?.length) conditions.push(sql`and p.carrier = any (${filter.carrier}::text[])`)
  if (filter.carrierService !== undefined) conditions.push(sql`and p.carrier_service = ${filter.carrierService}`)
  if (filter.promised) conditions.push(sql`and p.promised_date = ${filter.promised}::date`)
  if (reference) conditions.push(sql`and (${beginsWith(reference)})`)
  return sql.join(conditions, sql` `)
}

/** Condition for parcels so many days late, in the forms of the indexes of late parcels, starting with 'and'. */
function isDaysLate(days: number, today: Day): RawBuilder<unknown> {
  const [since, more] = days >= MOST_DAYS_LATE ? [sql`<=`, sql`>=`] : [sql`=`, sql`=`]
  return sql`and (${isException('undelivered', today)} and p.promised_date ${since} ${addDays(today, -days)}::date
    or ${isException('late delivered', today)} and p.delivered_on - p.promised_date ${more} ${days})`
}

/** Condition for parcels in one of some states, starting with 'and'. States but 'delivered' have an index of their own. */
function hasState(states: readonly DeliveryState[]): RawBuilder<unknown> {
  const isOne = states.length === 1 ? sql`= ${states[0]}` : sql`= any (${states}::text[])`
  return sql`and p.state ${isOne}${states.includes('delivered') ? sql`` : sql` and p.state <> 'delivered'`}`
}

/** Matches beginnings of tracking numbers (in any spelling) and order numbers, as ranges that their indexes serve. */
function beginsWith(reference: string): RawBuilder<unknown> {
  const range = (column: RawBuilder<unknown>) => (start: string) =>
    sql`(${column} >= ${start} and ${column} < ${start} || U&'\\+10FFFF')`
  return sql.join(
    [
      ...trackingNumbersToFind(reference).map(range(sql`p.tracking_number`)),
      ...caseVariants(reference).map(range(sql`p.order_number`)),
      sql`p.order_number = any (array(select order_number from orders where order_number collate any_case = ${reference}))`,
    ],
    sql` or `,
  )
}

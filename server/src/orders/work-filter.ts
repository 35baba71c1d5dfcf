import { WORK_CHOICES, type WorkChoice } from '@despatch/contract/orders/order-criteria'
import { type RawBuilder, sql } from 'kysely'

/** What a list of work is narrowed to beside what all lists are. */
export type WorkFilter = { readonly [Choice in WorkChoice]?: readonly string[] | undefined } & {
  readonly isNot?: readonly WorkChoice[] | undefined
  readonly feedRun?: number | undefined
  readonly despatchFrom?: string | undefined
  readonly despatchTo?: string | undefined
  readonly valueFrom?: number | undefined
  readonly valueTo?: number | undefined
  /** Kilograms. */
  readonly weightFrom?: number | undefined
  readonly weightTo?: number | undefined
  readonly noCarrier?: boolean | undefined
  /** Despatched, and some of it is known not to have been sent: see the domain's `DELAYS`. */
  readonly isUnsent?: boolean | undefined
}

/** The condition that no carrier takes all of an order: database/functions/work/facets.sql says which. */
const WITHOUT_CARRIER = sql`lacks_carrier(status, lacks)`

/** The postcode area of an order of the United Kingdom or the Crown dependencies; '' of any other. */
export const REGION = sql`case when country in ('GB', 'GG', 'IM', 'JE')
  then coalesce(substring(upper(post_code) from '^[A-Z]{1,2}'), '') else '' end`

/** What each choice is compared with; of the others the consignments say it. */
const COLUMNS: Readonly<Record<Exclude<WorkChoice, 'carrier' | 'method' | 'tag' | 'assignee'>, RawBuilder<unknown>>> = {
  dispatchService: sql.ref('dispatch_service'),
  country: sql.ref('country'),
  region: REGION,
  clientCode: sql.ref('client_code'),
  source: sql.ref('source'),
  suspendedFor: sql.ref('suspended_for'),
}
const OF_CONSIGNMENTS = { carrier: 'taken.carrier', method: 'taken.client_method_id' } as const

const isOfConsignments = (choice: WorkChoice): choice is keyof typeof OF_CONSIGNMENTS => choice in OF_CONSIGNMENTS

/** The conditions of a filter on `orders`, each with an 'and' before it. */
export function workConditions(filter: WorkFilter): RawBuilder<unknown>[] {
  const conditions = WORK_CHOICES.flatMap((choice) => {
    const values = filter[choice]
    if (!values?.length) return []
    const isOne = isOneOf(choice, values)
    return [filter.isNot?.includes(choice) ? sql`and not ${isOne}` : sql`and ${isOne}`]
  })
  if (filter.feedRun !== undefined) conditions.push(sql`and feed_run = ${filter.feedRun}`)
  if (filter.despatchFrom) conditions.push(sql`and despatch_date >= ${filter.despatchFrom}::date`)
  if (filter.despatchTo) conditions.push(sql`and despatch_date <= ${filter.despatchTo}::date`)
  if (filter.valueFrom !== undefined) conditions.push(sql`and total_value >= ${filter.valueFrom}::numeric`)
  if (filter.valueTo !== undefined) conditions.push(sql`and total_value <= ${filter.valueTo}::numeric`)
  if (filter.weightFrom !== undefined) conditions.push(sql`and ${KILOGRAMS} >= ${filter.weightFrom}::numeric`)
  if (filter.weightTo !== undefined) conditions.push(sql`and ${KILOGRAMS} <= ${filter.weightTo}::numeric`)
  if (filter.isUnsent) conditions.push(UNSENT)
  if (filter.noCarrier) conditions.push(sql`and ${WITHOUT_CARRIER}`)
  return conditions
}

function isOneOf(choice: WorkChoice, values: readonly string[]): RawBuilder<unknown> {
  if (choice === 'tag') return notedIn('order_tags', sql`tag = any (${values}::text[])`)
  if (choice === 'assignee') return notedIn('order_assignees', sql`user_id = any (${values}::bigint[])`)
  return isOfConsignments(choice)
    ? takenBy(OF_CONSIGNMENTS[choice], values)
    : sql`${COLUMNS[choice]} = any (${values}::text[])`
}

/** The condition that a table of what people note has a row of the order. */
function notedIn(table: 'order_tags' | 'order_assignees', is: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from ${sql.table(table)} noted
    where noted.client_code = orders.client_code and noted.order_number = orders.order_number and ${is}
  )`
}

/** The condition that a consignment of the order that stands has one of some carriers, or of some methods. */
function takenBy(column: string, values: readonly string[]): RawBuilder<unknown> {
  return sql`exists (
    select from consignments taken
    where taken.client_code = orders.client_code and taken.order_number = orders.order_number and taken.ended_at is null
      and ${sql.ref(column)} = any (${values}::text[])
  )`
}

/** The condition that a despatched order waits for what was not sent, as the stock ledger keeps it, with an 'and' before it. */
const UNSENT = sql`and status = 'D' and exists (
  select from stock_remains remains
  where remains.client_code = orders.client_code and remains.order_number = orders.order_number
)`

/** What the consignments that stand weigh together; null where none stands. */
const KILOGRAMS = sql`(
  select sum((parcel ->> 'weight')::numeric) / 1000
  from consignments weighed cross join lateral jsonb_array_elements(weighed.consignment -> 'parcels') parcel
  where weighed.client_code = orders.client_code and weighed.order_number = orders.order_number
    and weighed.ended_at is null
)`

import { WORK_CHOICES, type WorkChoice } from '@despatch/contract/orders/order-criteria'
import { type RawBuilder, sql } from 'kysely'
import { type CutOffToday, hasCutOff } from '../routing/cut-offs/cut-offs-today.ts'

/** Filters of work lists beside those of all lists. */
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
  /** Those that have to reach one of these cut-offs: see `resolveFilter`, which replaces `cutOff`. */
  readonly cutOffs?: readonly CutOffToday[] | undefined
  readonly cutOff?: undefined
  /** Despatched with goods known not to have been sent: see the domain's `DELAYS`. */
  readonly isUnsent?: boolean | undefined
}

/** Condition for orders that no carrier takes in full; defined in database/functions/work/facets.sql. */
const WITHOUT_CARRIER = sql`lacks_carrier(status, lacks)`

/** Postcode area of an order in the United Kingdom or the Crown dependencies; '' otherwise. */
export const REGION = sql`case when country in ('GB', 'GG', 'IM', 'JE')
  then coalesce(substring(upper(post_code) from '^[A-Z]{1,2}'), '') else '' end`

/** Narrows orders to those whose postcode begins with an area in any case, as an index serves it, before {@link REGION} decides. */
const beginsWithArea = (areas: readonly string[]): RawBuilder<unknown> =>
  sql`(post_code <> '' and (${sql.join(
    areas.flatMap(spellings).map((start) => sql`(post_code >= ${start} and post_code < ${start} || U&'\\+10FFFF')`),
    sql` or `,
  )}))`

/** An area of one or two letters in capitals and lower case. */
const spellings = (area: string): string[] =>
  Array.from(area).reduce(
    (starts, letter) => starts.flatMap((start) => [start + letter, start + letter.toLowerCase()]),
    [''],
  )

/** Column of each filter; the others are read from consignments or notes. */
const COLUMNS: Readonly<Record<Exclude<WorkChoice, 'carrier' | 'method' | 'tag' | 'assignee'>, RawBuilder<unknown>>> = {
  dispatchService: sql.ref('dispatch_service'),
  country: sql.ref('country'),
  region: REGION,
  clientCode: sql.ref('client_code'),
  source: sql.ref('source'),
  suspendedFor: sql.ref('suspended_for'),
}
const CONSIGNMENT_CHOICES = { carrier: 'taken.carrier', method: 'taken.client_method_id' } as const

const isConsignmentChoice = (choice: WorkChoice): choice is keyof typeof CONSIGNMENT_CHOICES =>
  choice in CONSIGNMENT_CHOICES

/** Conditions of a filter on `orders`, each starting with 'and'. */
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
  if (filter.weightFrom !== undefined) conditions.push(sql`and ${WEIGHT} >= ${filter.weightFrom}::numeric`)
  if (filter.weightTo !== undefined) conditions.push(sql`and ${WEIGHT} <= ${filter.weightTo}::numeric`)
  if (filter.isUnsent) conditions.push(UNSENT)
  if (filter.cutOffs) conditions.push(sql`and ${hasCutOff(filter.cutOffs)}`)
  if (filter.noCarrier) conditions.push(sql`and ${WITHOUT_CARRIER}`)
  return conditions
}

function isOneOf(choice: WorkChoice, values: readonly string[]): RawBuilder<unknown> {
  if (choice === 'tag') return hasRowIn('order_tags', sql`tag = any (${values}::text[])`)
  if (choice === 'assignee') return hasRowIn('order_assignees', sql`user_id = any (${values}::bigint[])`)
  if (choice === 'region') return sql`(${beginsWithArea(values)} and ${REGION} = any (${values}::text[]))`
  return isConsignmentChoice(choice)
    ? hasConsignmentWith(CONSIGNMENT_CHOICES[choice], values)
    : sql`${COLUMNS[choice]} = any (${values}::text[])`
}

/** Condition that the table has a row of the order. */
function hasRowIn(table: 'order_tags' | 'order_assignees', is: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from ${sql.table(table)} noted
    where noted.client_code = orders.client_code and noted.order_number = orders.order_number and ${is}
  )`
}

/** Condition that an active consignment has one of some values. */
function hasConsignmentWith(column: string, values: readonly string[]): RawBuilder<unknown> {
  return sql`exists (
    select from consignments taken
    where taken.client_code = orders.client_code and taken.order_number = orders.order_number and taken.ended_at is null
      and ${sql.ref(column)} = any (${values}::text[])
  )`
}

/** Condition for despatched orders with goods missing in the stock ledger, starting with 'and'. */
const UNSENT = sql`and status = 'D' and exists (
  select from stock_remains remains
  where remains.client_code = orders.client_code and remains.order_number = orders.order_number
)`

/** Weight of the active consignments; null without any. */
const WEIGHT = sql`(
  select sum((parcel ->> 'weight')::numeric) / 1000
  from consignments weighed cross join lateral jsonb_array_elements(weighed.consignment -> 'parcels') parcel
  where weighed.client_code = orders.client_code and weighed.order_number = orders.order_number
    and weighed.ended_at is null
)`

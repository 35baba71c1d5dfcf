import { WORK_CHOICES, type WorkChoice } from '@despatch/contract/orders/order-criteria'
import { CARRIER_LACK } from '@despatch/domain/orders/needs-attention'
import { type RawBuilder, sql } from 'kysely'

/** What a list of work is narrowed to beside what all lists are. */
export type WorkFilter = { readonly [Choice in WorkChoice]?: readonly string[] | undefined } & {
  readonly isNot?: readonly WorkChoice[] | undefined
  readonly despatchFrom?: string | undefined
  readonly despatchTo?: string | undefined
  readonly noCarrier?: boolean | undefined
}

/** The condition that no carrier takes all of an order, as the index orders_without_carrier has it. */
export const WITHOUT_CARRIER = sql`status in ('N', 'R') and (lacks is null or (lacks & ${sql.lit(CARRIER_LACK)}) <> 0)`

const COLUMNS = {
  dispatchService: 'dispatch_service',
  country: 'country',
  source: 'source',
  suspendedFor: 'suspended_for',
} as const satisfies Record<Exclude<WorkChoice, 'carrier'>, string>

/** The conditions of a filter on `orders`, each with an 'and' before it. */
export function workConditions(filter: WorkFilter): RawBuilder<unknown>[] {
  const conditions = WORK_CHOICES.flatMap((choice) => {
    const values = filter[choice]
    if (!values?.length) return []
    const isOne = choice === 'carrier' ? takenBy(values) : sql`${sql.ref(COLUMNS[choice])} = any (${values}::text[])`
    return [filter.isNot?.includes(choice) ? sql`and not ${isOne}` : sql`and ${isOne}`]
  })
  if (filter.despatchFrom) conditions.push(sql`and despatch_date >= ${filter.despatchFrom}::date`)
  if (filter.despatchTo) conditions.push(sql`and despatch_date <= ${filter.despatchTo}::date`)
  if (filter.noCarrier) conditions.push(sql`and ${WITHOUT_CARRIER}`)
  return conditions
}

/** The condition that one of some carriers takes a consignment of the order. */
function takenBy(carriers: readonly string[]): RawBuilder<unknown> {
  return sql`exists (
    select from consignments taken
    where taken.client_code = orders.client_code and taken.order_number = orders.order_number and taken.ended_at is null
      and taken.carrier = any (${carriers}::text[])
  )`
}

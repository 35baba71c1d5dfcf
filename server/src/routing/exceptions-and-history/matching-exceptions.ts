import { addDays, startOfDay } from '@despatch/domain/calendar/day'
import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteChecked } from '@despatch/contract/route/types'
import { NOT_TRIED_YET } from '@despatch/domain/routing/allocation/exception-reasons'
import { type RawBuilder, sql } from 'kysely'

type ExceptionFilter = Pick<RouteChecked<typeof routes.exceptions>['query'], 'from' | 'to' | 'open' | 'search'>

/**
 * Selects orders without a carrier and without a current consignment, in the columns of exceptions. The conditions
 * match a partial index.
 */
export function selectUntriedOrders({ from, to, search }: ExceptionFilter): RawBuilder<unknown> {
  const conditions = [
    sql`o.client_code = mine.code and lacks_carrier(o.status, o.lacks) and not exists (
        select from consignments c
        where c.client_code = o.client_code and c.order_number = o.order_number and c.ended_at is null
      )`,
  ]
  if (from) conditions.push(sql`o.created_at >= ${startOfDay(from)}`)
  if (to) conditions.push(sql`o.created_at < ${startOfDay(addDays(to, 1))}`)
  if (search) conditions.push(isSearched(search))
  return sql`select o.client_code, o.order_number, 1, 0, o.created_at, o.created_by, 'exception', null::timestamptz,
      o.despatch_date, 0, jsonb_build_object('service', o.dispatch_service, 'country', o.country, 'region', null, 'skus', array(
        select distinct l.sku_code from order_lines l
        where l.client_code = o.client_code and l.order_number = o.order_number
      )), 0, ${NOT_TRIED_YET}::text, o.post_code, null::timestamptz
    from orders o where ${sql.join(conditions, sql` and `)}`
}

const isSearched = (search: string) => sql`(
  starts_with(upper(o.order_number), ${search.toUpperCase()})
  or starts_with(upper(replace(o.post_code, ' ', '')), ${search.replaceAll(/\s/g, '').toUpperCase()})
)`

/** Orders that may have an open exception. Once the warehouse has an order, it can no longer get a carrier here. */
export const CAN_GET_CARRIER = sql`o.status in ('N', 'R')`

/** Conditions for the exceptions of the client `mine.code` that match the query. */
export function matchesFilter({ from, to, open, search }: ExceptionFilter): RawBuilder<unknown> {
  // A repeated exception of one order is listed once, in its latest state.
  const conditions = [
    sql`c.client_code = mine.code and c.client_method_id is null and not (c.state = 'superseded' and exists (
      select from consignments later
      where later.client_code = c.client_code and later.order_number = c.order_number and later.attempt > c.attempt
        and later.client_method_id is null
    ))`,
  ]
  if (from) conditions.push(sql`c.at >= ${startOfDay(from)}`)
  if (to) conditions.push(sql`c.at < ${startOfDay(addDays(to, 1))}`)
  if (open !== undefined)
    conditions.push(
      open ? sql`c.ended_at is null and ${CAN_GET_CARRIER}` : sql`(c.ended_at is not null or not ${CAN_GET_CARRIER})`,
    )
  if (search) conditions.push(isSearched(search))
  return sql.join(conditions, sql` and `)
}

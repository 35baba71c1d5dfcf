import type { allocation as routes } from '@despatch/contract/allocation/allocation'
import type { RoutingException } from '@despatch/contract/allocation/routing-exception'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { PlannedConsignment } from '@despatch/domain/allocation/plan-consignments'
import { addDays, startOfDay } from '@despatch/domain/calendar/day'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'
import type { Tables } from '../database/tables.ts'

type Asked = RouteChecked<typeof routes.exceptions>['query']
type Row = Pick<
  Selectable<Tables['consignments']>,
  | 'client_code'
  | 'order_number'
  | 'number'
  | 'attempt'
  | 'at'
  | 'by_name'
  | 'state'
  | 'ended_at'
  | 'despatch_day'
  | 'parcels'
  | 'rule_book_version'
  | 'why'
> & { consignment: Omit<PlannedConsignment, 'parcels'>; post_code: string }

/**
 * The consignments that no method could carry, the newest first, of all clients of the call: what Carrier Routing
 * Exceptions and Carrier History (view CarrierRoutingHistory) show. Days are the operator's, both included.
 */
export async function exceptions(
  { transaction, clients }: Context,
  { query }: RouteChecked<typeof routes.exceptions>,
): Promise<RouteAnswer<typeof routes.exceptions>> {
  const { page, limit } = query
  const found = sql`
    from consignments c join orders o on o.client_code = c.client_code and o.order_number = c.order_number
    where ${matching(query)}`
  const rows = await transaction.rows(pageOf(clients, found, { offset: (page - 1) * limit, limit }))
  // A page that is not full is the last, and tells the total.
  const isLast = rows.length < limit && (rows.length > 0 || page === 1)
  const counted = isLast
    ? undefined
    : await transaction.row(
        sql<{ total: number }>`select count(*) as total
          from unnest(${clients}::text[]) as mine (code) cross join lateral (select ${found}) found`.compile(db),
      )
  return { rows: rows.map(present), total: counted?.total ?? (page - 1) * limit + rows.length }
}

/** Each client's index gives its newest; of these the page is taken. */
function pageOf(clients: readonly string[], found: RawBuilder<unknown>, page: { offset: number; limit: number }) {
  return sql<Row>`
    select found.* from unnest(${clients}::text[]) as mine (code) cross join lateral (
      select c.client_code, c.order_number, c.number, c.attempt, c.at, c.by_name, c.state, c.ended_at, c.despatch_day,
        c.parcels, c.consignment - 'parcels' as consignment, c.rule_book_version, c.why, o.post_code
      ${found}
      order by c.at desc, c.order_number, c.number limit ${page.offset + page.limit}
    ) found
    order by found.at desc, found.client_code, found.order_number, found.number
    limit ${page.limit} offset ${page.offset}`.compile(db)
}

function matching({ from, to, open, search }: Asked): RawBuilder<unknown> {
  // An exception that stayed one when it was allocated again is listed as it is now, once.
  const conditions = [
    sql`c.client_code = mine.code and c.client_method_id is null and not (c.state = 'superseded' and exists (
      select from consignments later
      where later.client_code = c.client_code and later.order_number = c.order_number and later.attempt > c.attempt
        and later.client_method_id is null
    ))`,
  ]
  if (from) conditions.push(sql`c.at >= ${startOfDay(from)}`)
  if (to) conditions.push(sql`c.at < ${startOfDay(addDays(to, 1))}`)
  if (open !== undefined) conditions.push(open ? sql`c.ended_at is null` : sql`c.ended_at is not null`)
  if (search)
    conditions.push(sql`(
      starts_with(upper(o.order_number), ${search.toUpperCase()})
      or starts_with(upper(replace(o.post_code, ' ', '')), ${search.replaceAll(/\s/g, '').toUpperCase()})
    )`)
  return sql.join(conditions, sql` and `)
}

function present(row: Row): RoutingException {
  return {
    clientCode: row.client_code,
    orderNumber: row.order_number,
    number: row.number,
    attempt: row.attempt,
    at: row.at.toISOString(),
    by: row.by_name,
    state: row.state,
    endedAt: row.ended_at?.toISOString() ?? null,
    despatchDay: row.despatch_day,
    dispatchService: row.consignment.service,
    country: row.consignment.country,
    region: row.consignment.region,
    postCode: row.post_code,
    parcels: row.parcels,
    skus: [...row.consignment.skus],
    ruleBookVersion: row.rule_book_version,
    why: row.why,
  }
}

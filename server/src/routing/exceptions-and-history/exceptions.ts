import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { NOT_TRIED_YET } from '@despatch/domain/routing/allocation/exception-reasons'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import type { Day } from '@despatch/domain/calendar/day'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import { knownWork } from '../../figures/known-work.ts'
import { loadCauseKeys } from './open-causes.ts'
import { CAN_GET_CARRIER, matchesFilter, selectUntriedOrders } from './matching-exceptions.ts'

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
> & { consignment: Omit<PlannedConsignment, 'parcels'>; post_code: string; since: Date }

/**
 * Lists consignments that no method could carry, newest first, for all clients of the call: Carrier Routing Exceptions
 * and Carrier History (view CarrierRoutingHistory). The list includes new and released orders whose carrier has not
 * been looked for yet, or whose attempt failed. Days are the operator's, both included.
 */
export async function listExceptions(
  context: Context,
  { query: input }: RouteChecked<typeof routes.exceptions>,
): Promise<RouteAnswer<typeof routes.exceptions>> {
  const { transaction, clients } = context
  const { page, limit, cause } = input
  const query = cause ? { ...input, open: true } : input
  const keys = cause ? await loadCauseKeys(cause, context) : undefined
  const found = sql`select ${COLUMNS}
    from consignments c join orders o on o.client_code = c.client_code and o.order_number = c.order_number
    where ${matchesFilter(query)} ${keys ? sql`and c.cause_key = any (${keys}::text[])` : sql``}`
  const hasUntried = input.open !== false && (!cause || cause === NOT_TRIED_YET)
  const untried = hasUntried ? selectUntriedOrders(query) : undefined
  const rows = await transaction.rows(pageOf(clients, { found, untried }, { offset: (page - 1) * limit, limit }))
  // A page that is not full is the last one, so the total is known without counting.
  const isLast = rows.length < limit && (rows.length > 0 || page === 1)
  const counted = isLast
    ? undefined
    : await transaction.row(
        sql<{ total: number }>`select count(*) as total
          from unnest(${clients}::text[]) as mine (code) cross join lateral (
            ${untried ? sql`${found} union all ${untried}` : found}
          ) found`.compile(db),
      )
  return { rows: rows.map(present), total: counted?.total ?? (page - 1) * limit + rows.length }
}

/** Counts the open routing exceptions of clients; those of orders due today or earlier are urgent. */
export const openExceptions = (clients: readonly string[], today: Day) =>
  prepared(
    sql<{ count: number; urgent: number }>`
      select coalesce(sum(orders), 0)::int as count, coalesce(sum(orders) filter (where day <= ${today}::date), 0)::int as urgent
      from ${knownWork(clients)}
      where facet in ('exception', 'untried')`.compile(db),
  )

/** Reads the newest rows of each client by index and takes the page from these. */
function pageOf(
  clients: readonly string[],
  { found, untried }: { found: RawBuilder<unknown>; untried: RawBuilder<unknown> | undefined },
  page: { offset: number; limit: number },
) {
  const reach = page.offset + page.limit
  const first = sql`(${found} order by c.at desc, c.order_number, c.number limit ${reach})`
  return sql<Row>`
    select found.*, coalesce(found.kept_since, (${SINCE}), found.at) as since from unnest(${clients}::text[]) as mine (code) cross join lateral (
      ${untried ? sql`${first} union all (${untried} order by o.created_at desc, o.order_number limit ${reach})` : first}
    ) found
    order by found.at desc, found.client_code, found.order_number, found.number
    limit ${page.limit} offset ${page.offset}`.compile(db)
}

/** Since when an order has had no carrier, for exceptions older than the stored column `since`. */
const SINCE = sql`select min(tried.at) from consignments tried
  where tried.client_code = found.client_code and tried.order_number = found.order_number
    and tried.client_method_id is null and tried.attempt > coalesce((
      select max(carried.attempt) from consignments carried
      where carried.client_code = tried.client_code and carried.order_number = tried.order_number
        and carried.client_method_id is not null
    ), -1)`

const COLUMNS = sql`c.client_code, c.order_number, c.number, c.attempt, c.at, c.by_name,
  case when c.state = 'exception' and not ${CAN_GET_CARRIER} then 'given-back' else c.state end as state, c.ended_at, c.despatch_day,
  c.parcels, c.consignment - 'parcels' as consignment, c.rule_book_version, c.why, o.post_code, c.since as kept_since`

function present(row: Row): RoutingException {
  return {
    clientCode: row.client_code,
    orderNumber: row.order_number,
    number: row.number,
    attempt: row.attempt,
    at: row.at.toISOString(),
    since: row.since.toISOString(),
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

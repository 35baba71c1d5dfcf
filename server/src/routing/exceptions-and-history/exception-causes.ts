import { type allocation as routes, MAX_CAUSES } from '@despatch/contract/routing/allocation/allocation'
import type { ExceptionCauseRow } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { exceptionCause } from '@despatch/domain/routing/allocation/exception-cause'
import { redactReason } from '@despatch/domain/routing/allocation/redact-reason'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { type CauseGroup, redactCause, openCauses } from './open-causes.ts'
import { matchesFilter, selectUntriedOrders } from './matching-exceptions.ts'

type Narrowed = RouteChecked<typeof routes.exceptionCauses>['query']
type Group = Omit<CauseGroup, 'key'>

/**
 * Groups the open routing exceptions of the call's clients by cause: the number of orders and clients, and since when
 * the oldest order has had no carrier. Causes with most orders come first. They are worded as the caller may see them,
 * so several causes become one for callers who see no carriers.
 */
export async function listExceptionCauses(
  context: Context,
  { query }: RouteChecked<typeof routes.exceptionCauses>,
): Promise<RouteAnswer<typeof routes.exceptionCauses>> {
  const { transaction, clients, caller, now } = context
  if (query.from || query.to || query.search)
    return causesSeen(await transaction.rows(narrowedGroups(clients, query, dayOf(now))), caller.sees)
  return openCauses(context, 'causes', (groups) => causesSeen(groups, caller.sees))
}

function causesSeen(groups: readonly Group[], sees: Visibility): RouteAnswer<typeof routes.exceptionCauses> {
  const causes = [...Map.groupBy(groups, ({ why }) => redactCause(why, sees)).values()]
    .map((alike) => causeOf(alike, ({ why }) => redactReason(why, sees)))
    .toSorted((one, other) => other.orders - one.orders || one.since.localeCompare(other.since))
  const others = causes.slice(MAX_CAUSES).reduce((sum, { orders }) => sum + orders, 0)
  return { causes: causes.slice(0, MAX_CAUSES), others }
}

/** Groups only the exceptions of some days, or found by order number or postcode. */
const narrowedGroups = (clients: readonly string[], query: Narrowed, today: Day) =>
  sql<Group>`
    with found as (
      select found.* from unnest(${clients}::text[]) as mine (code) cross join lateral (
        select c.client_code, c.order_number, c.why, c.cause_key as key, c.despatch_day, c.since
        from consignments c join orders o on o.client_code = c.client_code and o.order_number = c.order_number
        where ${matchesFilter({ ...query, open: true })}
        union all
        select untried.client_code, untried.order_number, untried.why, untried.why, untried.despatch_day, untried.at
        from (${selectUntriedOrders(query)}) as untried (client_code, order_number, number, attempt, at, by_name, state,
          ended_at, despatch_day, parcels, consignment, rule_book_version, why, post_code, kept_since)
      ) found
    )
    select min(why) as why, array_agg(distinct client_code) as clients, min(since) as since,
      count(distinct (client_code, order_number))::int as orders,
      count(distinct (client_code, order_number)) filter (where despatch_day <= ${today}::date)::int as urgent
    from found group by key`.compile(db)

function causeOf(groups: readonly Group[], seen: (group: Group) => string): ExceptionCauseRow {
  const [first] = groups
  if (!first) throw new Error('A cause has a group')
  const { text, fix } = exceptionCause(seen(first))
  const since = new Date(Math.min(...groups.map((group) => group.since.getTime())))
  return {
    cause: text,
    fix,
    example: first.why,
    orders: sumOf(groups.map(({ orders }) => orders)),
    clients: new Set(groups.flatMap(({ clients }) => clients)).size,
    urgent: sumOf(groups.map(({ urgent }) => urgent)),
    since: since.toISOString(),
  }
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

import { type allocation as routes, MAX_CAUSES } from '@despatch/contract/routing/allocation/allocation'
import type { ExceptionCauseRow } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { NOT_TRIED_YET } from '@despatch/domain/routing/allocation/exception-reasons'
import { exceptionCause } from '@despatch/domain/routing/allocation/exception-cause'
import { reasonSeen } from '@despatch/domain/routing/allocation/seen-reason'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { knownWork } from '../../figures/known-work.ts'
import type { Context } from '../../http/context.ts'
import { matching, openCauses, untriedOf } from './exceptions.ts'

type Narrowed = RouteChecked<typeof routes.exceptionCauses>['query']
type Group = { why: string; orders: number; clients: string[]; urgent: number; since: Date }

/**
 * What the open routing exceptions of the call's clients have in common: how many orders, of how many clients, since when
 * the longest of them has had no carrier. The cause of most orders comes first. Causes read as their reasons do for the
 * caller, so that several are one for who sees no carriers.
 */
export async function exceptionCauses(
  { transaction, clients, caller, now }: Context,
  { query }: RouteChecked<typeof routes.exceptionCauses>,
): Promise<RouteAnswer<typeof routes.exceptionCauses>> {
  const today = dayOf(now)
  const isNarrowed = query.from || query.to || query.search
  const groups = await transaction.rows(
    isNarrowed ? narrowedGroups(clients, query, today) : prepared(keptGroups(clients, today).compile(db)),
  )
  const causes = [...Map.groupBy(groups, ({ why }) => exceptionCause(reasonSeen(why, caller.sees)).text).values()]
    .map((alike) => causeOf(alike, ({ why }) => reasonSeen(why, caller.sees)))
    .toSorted((one, other) => other.orders - one.orders || one.since.localeCompare(other.since))
  const others = causes.slice(MAX_CAUSES).reduce((sum, { orders }) => sum + orders, 0)
  return { causes: causes.slice(0, MAX_CAUSES), others }
}

/** All that are open, as they are counted while orders change. */
const keptGroups = (clients: readonly string[], today: Day) => sql<Group>`
  select min(why) as why, array_agg(client_code) as clients, min(since) as since, sum(orders)::int as orders,
    sum(urgent)::int as urgent
  from ${openCauses(clients, today)} group by key
  union all
  select ${NOT_TRIED_YET}::text, array_agg(mine.code), min(untried.since), sum(mine.orders)::int, sum(mine.urgent)::int
  from (
    select client_code as code, sum(orders)::int as orders,
      coalesce(sum(orders) filter (where day = ${today}::date), 0)::int as urgent
    from ${knownWork(clients)} where facet = 'untried' and day >= ${today}::date group by 1 having sum(orders) > 0
  ) mine cross join lateral (
    select min(created_at) as since from (${untriedOf({}, today)}) as untried (client_code, order_number, number, attempt, created_at)
  ) untried
  having sum(mine.orders) > 0`

/** Those of some days, or found by a number or postcode. */
const narrowedGroups = (clients: readonly string[], query: Narrowed, today: Day) =>
  sql<Group>`
    with found as (
      select found.* from unnest(${clients}::text[]) as mine (code) cross join lateral (
        select c.client_code, c.order_number, c.why, c.cause_key as key, c.despatch_day, c.since
        from consignments c join orders o on o.client_code = c.client_code and o.order_number = c.order_number
        where ${matching({ ...query, open: true })}
        union all
        select untried.client_code, untried.order_number, untried.why, untried.why, untried.despatch_day, untried.at
        from (${untriedOf(query, today)}) as untried (client_code, order_number, number, attempt, at, by_name, state,
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

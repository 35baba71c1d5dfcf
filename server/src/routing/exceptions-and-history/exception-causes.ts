import { type allocation as routes, MAX_CAUSES } from '@despatch/contract/routing/allocation/allocation'
import type { ExceptionCauseRow } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { exceptionCause } from '@despatch/domain/routing/allocation/exception-cause'
import { reasonSeen } from '@despatch/domain/routing/allocation/seen-reason'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { CAUSE_KEY, matching, sinceOf, untriedOf } from './exceptions.ts'

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
  const groups = await transaction.rows(
    sql<Group>`
      with found as (
        select found.* from unnest(${clients}::text[]) as mine (code) cross join lateral (
          select c.client_code, c.order_number, c.why, ${CAUSE_KEY} as key, c.despatch_day, (${sinceOf('c')}) as since
          from consignments c join orders o on o.client_code = c.client_code and o.order_number = c.order_number
          where ${matching({ ...query, open: true })}
          union all
          select untried.client_code, untried.order_number, untried.why, untried.why, untried.despatch_day, untried.at
          from (${untriedOf(query, today)}) as untried (client_code, order_number, number, attempt, at, by_name, state,
            ended_at, despatch_day, parcels, consignment, rule_book_version, why, post_code)
        ) found
      )
      select min(why) as why, array_agg(distinct client_code) as clients, min(since) as since,
        count(distinct (client_code, order_number))::int as orders,
        count(distinct (client_code, order_number)) filter (where despatch_day <= ${today}::date)::int as urgent
      from found group by key`.compile(db),
  )
  const causes = [...Map.groupBy(groups, ({ why }) => exceptionCause(reasonSeen(why, caller.sees)).text).values()]
    .map((alike) => causeOf(alike, ({ why }) => reasonSeen(why, caller.sees)))
    .toSorted((one, other) => other.orders - one.orders || one.since.localeCompare(other.since))
  const others = causes.slice(MAX_CAUSES).reduce((sum, { orders }) => sum + orders, 0)
  return { causes: causes.slice(0, MAX_CAUSES), others }
}

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

import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { exceptionCause } from '@despatch/domain/routing/allocation/exception-cause'
import { NOT_TRIED_YET } from '@despatch/domain/routing/allocation/exception-reasons'
import { redactReason } from '@despatch/domain/routing/allocation/redact-reason'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { WorkPart } from '../../figures/open-work-cache.ts'
import { knownWork } from '../../figures/known-work.ts'
import type { Context } from '../../http/context.ts'
import { selectUntriedOrders } from './matching-exceptions.ts'

/** A client's open exceptions with one cause: the reason and start of the oldest. */
type CauseOfClient = { client_code: string; key: string; why: string; orders: number; urgent: number; since: Date }
/** Open exceptions of several clients with one cause. */
export type CauseGroup = Omit<CauseOfClient, 'client_code' | 'key'> & { key: string; clients: string[] }

/** Counts the causes of clients' open exceptions from counters that are maintained as orders change. */
export const causePart: WorkPart<CauseOfClient> = {
  name: 'causes',
  read: (clients, today) => causesOf(clients, today).compile(db),
}

const causesOf = (clients: readonly string[], today: Day) => sql<CauseOfClient>`
  select counts.*, longest.why, longest.since from (
    select client_code, value as key, sum(orders)::int as orders,
      coalesce(sum(orders) filter (where day <= ${today}::date), 0)::int as urgent
    from ${knownWork(clients)} where facet = 'cause' group by 1, 2 having sum(orders) > 0
  ) counts cross join lateral (
    select c.why, c.since from consignments c
    where c.client_code = counts.client_code and c.cause_key = counts.key
      and c.client_method_id is null and c.ended_at is null and exists (
        select from orders o
        where o.client_code = c.client_code and o.order_number = c.order_number and o.status in ('N', 'R')
      )
    order by c.since limit 1
  ) longest
  union all
  select mine.code, ${NOT_TRIED_YET}::text, mine.orders, mine.urgent, ${NOT_TRIED_YET}::text, untried.since from (
    select client_code as code, sum(orders)::int as orders,
      coalesce(sum(orders) filter (where day <= ${today}::date), 0)::int as urgent
    from ${knownWork(clients)} where facet = 'untried' group by 1 having sum(orders) > 0
  ) mine cross join lateral (
    select min(created_at) as since
    from (${selectUntriedOrders({})}) as untried (client_code, order_number, number, attempt, created_at)
  ) untried
  where untried.since is not null`

/** Adds up several clients' exceptions by cause. */
function groupsOf(parts: readonly (readonly CauseOfClient[])[]): CauseGroup[] {
  const groups = new Map<string, CauseGroup>()
  for (const { client_code, key, why, orders, urgent, since } of parts.flat()) {
    const group = groups.get(key)
    if (!group) {
      groups.set(key, { key, why, orders, urgent, since, clients: [client_code] })
      continue
    }
    group.orders += orders
    group.urgent += urgent
    group.clients.push(client_code)
    if (why < group.why) group.why = why
    if (since < group.since) group.since = since
  }
  return [...groups.values()]
}

/**
 * Derives an answer from the causes of all open exceptions of the call's clients. The result is cached for all callers
 * who see the same fields.
 */
export const openCauses = <Answer>(
  { transaction, services, clients, caller, now }: Context,
  of: 'causes' | 'groups',
  make: (groups: readonly CauseGroup[]) => Answer,
): Promise<Answer> =>
  services.work.answer(transaction, {
    part: causePart,
    clients,
    today: dayOf(now),
    of: `${of} ${JSON.stringify(caller.sees)}`,
    make: (parts) => make(groupsOf(parts)),
  })

/** The keys of open exceptions with a cause as the caller reads it. */
export async function loadCauseKeys(cause: string, context: Context): Promise<string[]> {
  const groups = await openCauses(context, 'groups', (all) => all)
  return groups.flatMap(({ key, why }) => (redactCause(why, context.caller.sees) === cause ? [key] : []))
}

/** A cause in the wording for a viewer, without the figures of single exceptions. */
export const redactCause = (why: string, sees: Visibility): string => exceptionCause(redactReason(why, sees)).text

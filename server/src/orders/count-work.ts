import { WORK_CHOICES, type WorkChoice } from '@despatch/contract/orders/order-criteria'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import { knownWork } from '../figures/known-work.ts'
import type { Context } from '../http/context.ts'

type Views = RouteAnswer<typeof routes.listCounts>['views']
/** `name`: a choice of the filters, or a view; of views `value` is ''. */
type CountRow = { name: WorkChoice | keyof Views; value: string; title: string | null; count: number }

const NONE: Views = {
  toRelease: 0,
  pastDespatch: 0,
  dueToday: 0,
  noCarrier: 0,
  suspended: 0,
  needsAttention: 0,
  assignedToMe: 0,
}

/**
 * Counts the orders that something may still be done to, or the new ones alone, by what they may be narrowed to, and those of
 * each built-in view: from counts that are kept as orders change.
 */
export async function countWork(
  { transaction, clients, now, caller }: Context,
  { query }: RouteChecked<typeof routes.listCounts>,
): Promise<RouteAnswer<typeof routes.listCounts>> {
  const rows = await transaction.rows(
    prepared(
      workCounts(clients, {
        counted: query.of === 'new' ? 'new_orders' : 'orders',
        today: dayOf(now),
        userId: caller.userId,
        seesStaff: caller.sees.staffNames,
      }).compile(db),
    ),
  )
  const values = rows.flatMap(({ name, value, title, count }) =>
    // Of a single client there is nothing to choose.
    isChoice(name) && (name !== 'clientCode' || clients.length > 1)
      ? [{ choice: name, value, title: title || value, count }]
      : [],
  )
  const views = rows.flatMap(({ name, count }) => (isChoice(name) ? [] : [[name, count] as const]))
  return { values, views: { ...NONE, ...Object.fromEntries(views) } }
}

const isChoice = (name: CountRow['name']): name is WorkChoice => (WORK_CHOICES as readonly string[]).includes(name)

type Counted = {
  counted: 'orders' | 'new_orders'
  today: Day
  userId: number
  /** Names of staff are left out for those who do not see them. */
  seesStaff: boolean
}

const workCounts = (clients: readonly string[], { counted, today, userId, seesStaff }: Counted) => sql<CountRow>`
  with counts as materialized (
    select case when facet in ('open', 'carrier') then client_code else '' end as client_code, facet, value,
      case when day < ${today}::date then 'past' when day = ${today}::date then 'today' end as due,
      sum(${sql.ref(counted)})::int as count, sum(new_orders)::int as new_count
    from ${knownWork(clients)}
    where facet in ('open', 'dispatchService', 'country', 'source', 'region', 'suspendedFor', 'despatch', 'suspended', 'noCarrier',
      'needsAttention', 'carrier', 'method', 'tag', 'assignee')
    group by 1, 2, 3, 4
  ), named as (
    select facet as name, value, null as title, count from counts
    where facet in ('dispatchService', 'country', 'source', 'region', 'suspendedFor', 'suspended', 'noCarrier', 'needsAttention', 'method')
    union all
    select 'clientCode', client_code, null, count from counts where facet = 'open'
    union all
    select 'toRelease', '', null, sum(new_count)::int from counts where facet = 'open'
    union all
    select case due when 'past' then 'pastDespatch' else 'dueToday' end, '', null, count from counts
    where facet = 'despatch' and due is not null
    union all
    select 'carrier', value, max(b.content ->> 'name'), sum(count)::int
    from counts left join rule_book_items b on b.client_code = counts.client_code and b.kind = 'carrier' and b.item_key = value
      and b.to_version is null
    where facet = 'carrier' and count > 0 group by value
    union all
    select 'tag', min(value), null, sum(count)::int from counts where facet = 'tag' and count > 0 group by value collate any_case
    union all
    select 'assignee', value, username, count
    from counts join users on user_id = case when facet = 'assignee' then value::bigint end join roles using (role_id)
    where ${seesStaff}::boolean or not is_internal
    union all
    select 'assignedToMe', '', null, count from counts where facet = 'assignee' and value = ${String(userId)}::text
  )
  select name, value, title, count from named where count > 0 order by name, count desc, value`

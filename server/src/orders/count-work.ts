import type { WorkChoice } from '@despatch/contract/orders/order-criteria'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { ACTIONABLE_STATUSES } from '@despatch/domain/orders/order-status'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { NEEDS_ATTENTION } from './order-lacks.ts'
import { REGION, WITHOUT_CARRIER } from './work-filter.ts'

type ValueRow = { choice: WorkChoice; value: string; title: string | null; count: number }
type ViewRow = RouteAnswer<typeof routes.listCounts>['views']

/** Counts the orders that something may still be done to, or the new ones alone, by what they may be narrowed to, and those of each built-in view. */
export async function countWork(
  { transaction, clients, now, caller }: Context,
  { query }: RouteChecked<typeof routes.listCounts>,
): Promise<RouteAnswer<typeof routes.listCounts>> {
  const statuses = query.of === 'new' ? ['N'] : ACTIONABLE_STATUSES
  const open = sql`client_code = any (${clients}::text[]) and status = any (${statuses}::text[])`
  // Of a single client there is nothing to choose.
  const ofClient = clients.length > 1 ? sql`client_code collate "default"` : sql`''`
  const [values, view] = await Promise.all([
    transaction.rows(valueCounts(open, ofClient, caller.sees.staffNames).compile(db)),
    transaction.row(viewCounts(open, { today: dayOf(now), userId: caller.userId }).compile(db)),
  ])
  const none = {
    toRelease: 0,
    pastDespatch: 0,
    dueToday: 0,
    noCarrier: 0,
    suspended: 0,
    needsAttention: 0,
    assignedToMe: 0,
  }
  return { values: values.map(({ title, ...row }) => ({ ...row, title: title || row.value })), views: view ?? none }
}

/** How many orders there are of each value. Names of staff are left out for those who do not see them. */
const valueCounts = (open: RawBuilder<unknown>, ofClient: RawBuilder<unknown>, seesStaff: boolean) => sql<ValueRow>`
        with open as materialized (
          select client_code, order_number, dispatch_service, country, source, suspended_for, ${REGION} as region
          from orders where ${open}
        ), of_columns as (
          select choice, value, count(*)::int as count
          from open cross join lateral (
            values ('dispatchService', dispatch_service), ('country', country), ('source', source),
              ('suspendedFor', suspended_for), ('region', region), ('clientCode', ${ofClient})
          ) as said (choice, value)
          where value <> '' group by 1, 2
        ), taken as materialized (
          select distinct client_code, order_number, carrier, client_method_id
          from open join lateral (
            select carrier, client_method_id from consignments c
            where c.client_code = open.client_code and c.order_number = open.order_number and c.ended_at is null
              and c.carrier is not null
            offset 0
          ) c on true
        )
        select choice, value, null as title, count from of_columns
        union all
        select 'carrier', carrier, max(b.content ->> 'name'), count(*)::int
        from (select distinct client_code, order_number, carrier from taken) of_carrier
        left join rule_book_items b on b.client_code = of_carrier.client_code and b.kind = 'carrier'
          and b.item_key = carrier and b.to_version is null
        group by carrier
        union all
        select 'method', client_method_id, null, count(*)::int
        from (
          select distinct client_code, order_number, client_method_id from taken where client_method_id is not null
        ) of_method
        group by client_method_id
        union all
        select 'tag', (min(tag collate "C"))::text, null, count(*)::int
        from open join order_tags using (client_code, order_number) group by tag
        union all
        select 'assignee', user_id::text, max(username), count(*)::int
        from open join order_assignees using (client_code, order_number) join users using (user_id)
          join roles using (role_id)
        where ${seesStaff}::boolean or not is_internal
        group by user_id
        order by choice, count desc, value`

/** How many there are in each built-in view. */
const viewCounts = (open: RawBuilder<unknown>, { today, userId }: { today: string; userId: number }) => sql<ViewRow>`
        select count(*) filter (where status = 'N')::int as "toRelease",
          count(*) filter (where despatch_date < ${today}::date)::int as "pastDespatch",
          count(*) filter (where despatch_date = ${today}::date)::int as "dueToday",
          count(*) filter (where ${WITHOUT_CARRIER})::int as "noCarrier",
          count(*) filter (where status = 'S')::int as suspended,
          count(*) filter (where true ${NEEDS_ATTENTION})::int as "needsAttention",
          (select count(*)::int from order_assignees mine join orders using (client_code, order_number)
            where mine.user_id = ${userId} and ${open}) as "assignedToMe"
        from orders where ${open}`

import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import { exceptionCause } from '@despatch/domain/routing/allocation/exception-cause'
import { reasonSeen } from '@despatch/domain/routing/allocation/seen-reason'
import { CARRIER_LACK } from '@despatch/domain/orders/needs-attention'
import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { NOT_TRIED_YET } from '@despatch/domain/routing/allocation/exception-reasons'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { addDays, type Day, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import { knownWork } from '../../figures/known-work.ts'

type Asked = Pick<RouteChecked<typeof routes.exceptions>['query'], 'from' | 'to' | 'open' | 'search'>
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
 * The consignments that no method could carry, the newest first, of all clients of the call: what Carrier Routing
 * Exceptions and Carrier History (view CarrierRoutingHistory) show. So are new and released orders that are still to go and
 * for which no carrier has been looked for yet, or nothing came of it. Days are the operator's, both included.
 */
export async function exceptions(
  { transaction, clients, caller, now }: Context,
  { query: asked }: RouteChecked<typeof routes.exceptions>,
): Promise<RouteAnswer<typeof routes.exceptions>> {
  const { page, limit, cause } = asked
  const query = cause ? { ...asked, open: true } : asked
  const keys = cause ? await keysOf(cause, { transaction, clients, sees: caller.sees, today: dayOf(now) }) : undefined
  const found = sql`select ${COLUMNS}
    from consignments c join orders o on o.client_code = c.client_code and o.order_number = c.order_number
    where ${matching(query)} ${keys ? sql`and c.cause_key = any (${keys}::text[])` : sql``}`
  const hasUntried = asked.open !== false && (!cause || cause === NOT_TRIED_YET)
  const untried = hasUntried ? untriedOf(query, dayOf(now)) : undefined
  const rows = await transaction.rows(pageOf(clients, { found, untried }, { offset: (page - 1) * limit, limit }))
  // A page that is not full is the last, and tells the total.
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

/** How many routing exceptions of clients are open; those of orders that go by today are urgent. */
export const openExceptions = (clients: readonly string[], today: Day) =>
  prepared(
    sql<{ count: number; urgent: number }>`
      select coalesce(sum(orders), 0)::int as count, coalesce(sum(orders) filter (where day <= ${today}::date), 0)::int as urgent
      from ${knownWork(clients)}
      where facet in ('exception', 'untried') and (facet = 'exception' or day >= ${today}::date)`.compile(db),
  )

/** Each client's index gives its newest; of these the page is taken. */
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

/** Since when an order had had no carrier, whatever was tried in between, of exceptions from before that was kept. */
const SINCE = sql`select min(tried.at) from consignments tried
  where tried.client_code = found.client_code and tried.order_number = found.order_number
    and tried.client_method_id is null and tried.attempt > coalesce((
      select max(carried.attempt) from consignments carried
      where carried.client_code = tried.client_code and carried.order_number = tried.order_number
        and carried.client_method_id is not null
    ), -1)`

/**
 * The causes of clients' open exceptions, as a table of client, key, how many orders there are and are to go by today, the
 * reason of the one that has waited longest, and since when.
 */
export const openCauses = (clients: readonly string[], today: Day) => sql`(
  select counts.*, longest.why, longest.since from (
    select client_code, value as key, sum(orders)::int as orders,
      coalesce(sum(orders) filter (where day <= ${today}::date), 0)::int as urgent
    from ${knownWork(clients)} where facet = 'cause' group by 1, 2
  ) counts cross join lateral (
    select c.why, c.since from consignments c
    where c.client_code = counts.client_code and c.cause_key = counts.key
      and c.client_method_id is null and c.ended_at is null
    order by c.since limit 1
  ) longest where orders > 0
) causes`

/** The keys of a cause, as the caller reads it. */
async function keysOf(
  cause: string,
  { transaction, clients, sees, today }: Pick<Context, 'transaction' | 'clients'> & { sees: Visibility; today: Day },
): Promise<string[]> {
  const rows = await transaction.rows(
    sql<{ key: string; why: string }>`
      select key, min(why) as why from ${openCauses(clients, today)} group by key`.compile(db),
  )
  return rows.flatMap(({ key, why }) => (exceptionCause(reasonSeen(why, sees)).text === cause ? [key] : []))
}

const COLUMNS = sql`c.client_code, c.order_number, c.number, c.attempt, c.at, c.by_name, c.state, c.ended_at, c.despatch_day,
  c.parcels, c.consignment - 'parcels' as consignment, c.rule_book_version, c.why, o.post_code, c.since as kept_since`

/** Orders of {@link exceptions} without a consignment, as rows of it. What an index has of them is looked through alone. */
export function untriedOf({ from, to, search }: Asked, today: Day): RawBuilder<unknown> {
  const conditions = [
    sql`o.client_code = mine.code and o.status in ('N', 'R') and (o.lacks is null or (o.lacks & ${sql.lit(CARRIER_LACK)}) <> 0)
      and o.despatch_date >= ${today}::date and not exists (
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

export function matching({ from, to, open, search }: Asked): RawBuilder<unknown> {
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
  if (search) conditions.push(isSearched(search))
  return sql.join(conditions, sql` and `)
}

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

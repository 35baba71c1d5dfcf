import { WORK_CHOICES, type WorkChoice } from '@despatch/contract/orders/order-criteria'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db, isOfClients } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { type ClientCount, countPart } from './client-counts.ts'
import { toOrderFilter } from './list-orders-to-act-on.ts'
import { ordersTotal } from './queries.ts'

type Counts = RouteAnswer<typeof routes.listCounts>
/** Without the views of orders that are no longer open, which are counted on each call. */
type CachedViews = Omit<Counts['views'], 'pickingLate' | 'partSent'>
type Value = Counts['values'][number]
/** `users`: number of assigned orders by user id. */
type CachedCounts = Pick<Counts, 'values'> & { views: CachedViews; users: ReadonlyMap<string, number> }

/**
 * Counts open orders, or new orders alone, by filter value and by built-in view. Counts of open orders are maintained
 * as orders change; orders at the warehouse are counted on each call.
 */
export async function countWork(
  context: Context,
  { query }: RouteChecked<typeof routes.listCounts>,
): Promise<RouteAnswer<typeof routes.listCounts>> {
  const { transaction, services, clients, now, caller } = context
  const counted = query.of === 'new' ? 'new_orders' : 'orders'
  const { values, views, users } = await services.work.answer(transaction, {
    part: countPart,
    clients,
    today: dayOf(now),
    of: counted,
    make: (parts) => mergeCounts(parts.flat(), { counted, hasClients: clients.length > 1 }),
  })
  const [pickingLate, partSent, named] = await Promise.all([
    countPickingLate(context),
    countPartSent(context),
    users.size > 0 ? readAssignees(context, users) : [],
  ])
  return {
    values: sortValues([...values, ...named]),
    views: { ...views, pickingLate, partSent, assignedToMe: users.get(String(caller.userId)) ?? 0 },
  }
}

/** Names of assigned users; staff names only for callers who may see them. */
async function readAssignees({ transaction, caller }: Context, users: CachedCounts['users']): Promise<Value[]> {
  const rows = await transaction.rows(
    db
      .selectFrom('users')
      .innerJoin('roles', 'roles.role_id', 'users.role_id')
      .select(['user_id', 'username', 'is_internal'])
      .where('user_id', 'in', [...users.keys()].map(Number)),
  )
  return rows.flatMap(({ user_id, username, is_internal }) => {
    const count = users.get(String(user_id)) ?? 0
    return is_internal && !caller.sees.staffNames
      ? []
      : [{ choice: 'assignee' as const, value: String(user_id), title: username, count }]
  })
}

type MergeOptions = {
  counted: 'orders' | 'new_orders'
  /** Client filters make sense only for several clients. */
  hasClients: boolean
}

/** Merges the counts of several clients. */
function mergeCounts(rows: readonly ClientCount[], { counted, hasClients }: MergeOptions): CachedCounts {
  const values = new Map<string, Value>()
  const users = new Map<string, number>()
  const views: CachedViews = {
    toRelease: 0,
    pastDespatch: 0,
    dueToday: 0,
    noCarrier: 0,
    suspended: 0,
    needsAttention: 0,
    assignedToMe: 0,
  }
  for (const row of rows) {
    const count = row[counted]
    if (row.facet === 'open') views.toRelease += row.new_orders
    if (row.facet === 'despatch' && row.due === 'past') views.pastDespatch += row.orders
    if (row.facet === 'despatch' && row.due === 'today') views.dueToday += count
    if (row.facet === 'suspended') views.suspended += count
    // Problems count in released orders too.
    if (row.facet === 'noCarrier' || row.facet === 'needsAttention') views[row.facet] += row.orders
    if (row.facet === 'assignee' && count > 0) users.set(row.value, (users.get(row.value) ?? 0) + count)
    const choice = row.facet === 'open' ? 'clientCode' : row.facet
    if (count === 0 || !isChoice(choice) || choice === 'assignee' || (choice === 'clientCode' && !hasClients)) continue
    addValue(values, {
      choice,
      value: choice === 'clientCode' ? row.client_code : row.value,
      title: row.title ?? '',
      count,
    })
  }
  const titled = [...values.values()].map((value) => ({ ...value, title: value.title || value.value }))
  return { values: sortValues(mergeTags(titled)), views, users }
}

function addValue(values: Map<string, Value>, value: Value): void {
  const key = `${value.choice} ${value.value}`
  const there = values.get(key)
  if (!there) {
    values.set(key, value)
    return
  }
  there.count += value.count
  // Clients may use different names for a carrier.
  if (value.title > there.title) there.title = value.title
}

const anyCase = new Intl.Collator('und', { sensitivity: 'accent' })

/** Merges tags that differ only in case, under the first spelling. */
function mergeTags(values: readonly Value[]): Value[] {
  const tags = values
    .filter(({ choice }) => choice === 'tag')
    .toSorted((one, other) => anyCase.compare(one.value, other.value) || (one.value < other.value ? -1 : 1))
  const merged: Value[] = []
  for (const tag of tags) {
    const last = merged.at(-1)
    if (last && anyCase.compare(last.value, tag.value) === 0) last.count += tag.count
    else merged.push({ ...tag })
  }
  return [...values.filter(({ choice }) => choice !== 'tag'), ...merged]
}

const sortValues = (values: readonly Value[]): Value[] =>
  values.toSorted(
    (one, other) =>
      compareTexts(one.choice, other.choice) || other.count - one.count || compareTexts(one.value, other.value),
  )

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const isChoice = (facet: string): facet is WorkChoice => (WORK_CHOICES as readonly string[]).includes(facet)

type CountContext = Pick<Context, 'transaction' | 'clients' | 'now'>

/** Orders in picking past their despatch day. */
export async function countPickingLate({ transaction, clients, now }: CountContext): Promise<number> {
  const filter = toOrderFilter({ delay: 'pickingLate' }, dayOf(now))
  return (filter && (await transaction.row(ordersTotal(clients, filter).compile(db)))?.total) ?? 0
}

/** Open orders with a SKU that is oversold. */
export async function countShort({ transaction, clients, now }: CountContext): Promise<number> {
  const filter = toOrderFilter({ shortOfStock: true }, dayOf(now))
  return (filter && (await transaction.row(ordersTotal(clients, filter).compile(db)))?.total) ?? 0
}

/** Part-sent orders. The stock ledger keeps remaining goods of despatched orders only, so no orders are read. */
export async function countPartSent({ transaction, clients }: CountContext): Promise<number> {
  const counted = await transaction.row(
    sql<{ count: number }>`select count(*)::int as count from (
      select distinct client_code, order_number from stock_remains where ${isOfClients('client_code', clients)}
    ) part_sent`.compile(db),
  )
  return counted?.count ?? 0
}

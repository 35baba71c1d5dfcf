import { WORK_CHOICES, type WorkChoice } from '@despatch/contract/orders/order-criteria'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db, isOfClients } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { type CountOfClient, countPart } from './kept-counts.ts'
import { asWork } from './list-orders-to-act-on.ts'
import { ordersTotal } from './queries.ts'

type Counts = RouteAnswer<typeof routes.listCounts>
/** But for the views of orders that are no longer open, which are counted each time. */
type KeptViews = Omit<Counts['views'], 'pickingLate' | 'partSent'>
type Value = Counts['values'][number]
/** `users`: how many orders are assigned to each, by id. */
type Kept = Pick<Counts, 'values'> & { views: KeptViews; users: ReadonlyMap<string, number> }

/**
 * Counts the orders that something may still be done to, or the new ones alone, by what they may be narrowed to, and those of
 * each built-in view: from counts that are kept as orders change, but for the orders that the warehouse has already.
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
    make: (parts) => put(parts.flat(), { counted, hasClients: clients.length > 1 }),
  })
  const [pickingLate, partSent, named] = await Promise.all([
    countPickingLate(context),
    countPartSent(context),
    users.size > 0 ? assignees(context, users) : [],
  ])
  return {
    values: inOrder([...values, ...named]),
    views: { ...views, pickingLate, partSent, assignedToMe: users.get(String(caller.userId)) ?? 0 },
  }
}

/** Whom orders are assigned to. Names of staff are left out for those who do not see them. */
async function assignees({ transaction, caller }: Context, users: Kept['users']): Promise<Value[]> {
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

type Putting = {
  counted: 'orders' | 'new_orders'
  /** Of a single client there is nothing to choose. */
  hasClients: boolean
}

/** Puts the counts of clients together. */
function put(rows: readonly CountOfClient[], { counted, hasClients }: Putting): Kept {
  const values = new Map<string, Value>()
  const users = new Map<string, number>()
  const views: KeptViews = {
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
    // What is wrong with an order is wrong whether it is released or not.
    if (row.facet === 'noCarrier' || row.facet === 'needsAttention') views[row.facet] += row.orders
    if (row.facet === 'assignee' && count > 0) users.set(row.value, (users.get(row.value) ?? 0) + count)
    const choice = row.facet === 'open' ? 'clientCode' : row.facet
    if (count === 0 || !isChoice(choice) || choice === 'assignee' || (choice === 'clientCode' && !hasClients)) continue
    addTo(values, {
      choice,
      value: choice === 'clientCode' ? row.client_code : row.value,
      title: row.title ?? '',
      count,
    })
  }
  const titled = [...values.values()].map((value) => ({ ...value, title: value.title || value.value }))
  return { values: inOrder(withOneTag(titled)), views, users }
}

function addTo(values: Map<string, Value>, value: Value): void {
  const key = `${value.choice} ${value.value}`
  const there = values.get(key)
  if (!there) {
    values.set(key, value)
    return
  }
  there.count += value.count
  // Clients may call a carrier by several names.
  if (value.title > there.title) there.title = value.title
}

const anyCase = new Intl.Collator('und', { sensitivity: 'accent' })

/** Tags are the same in any case; the first of their writings stands for all. */
function withOneTag(values: readonly Value[]): Value[] {
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

const inOrder = (values: readonly Value[]): Value[] =>
  values.toSorted(
    (one, other) => compared(one.choice, other.choice) || other.count - one.count || compared(one.value, other.value),
  )

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const isChoice = (facet: string): facet is WorkChoice => (WORK_CHOICES as readonly string[]).includes(facet)

type Counting = Pick<Context, 'transaction' | 'clients' | 'now'>

/** How many orders of the clients of a call are in picking past their despatch day, as their list has them. */
export async function countPickingLate({ transaction, clients, now }: Counting): Promise<number> {
  const filter = asWork({ delay: 'pickingLate' }, dayOf(now))
  return (filter && (await transaction.row(ordersTotal(clients, filter).compile(db)))?.total) ?? 0
}

/** How many orders of the clients of a call are part-sent. What is kept of them is of despatched orders alone: no order is read. */
export async function countPartSent({ transaction, clients }: Counting): Promise<number> {
  const counted = await transaction.row(
    sql<{ count: number }>`select count(*)::int as count from (
      select distinct client_code, order_number from stock_remains where ${isOfClients('client_code', clients)}
    ) part_sent`.compile(db),
  )
  return counted?.count ?? 0
}

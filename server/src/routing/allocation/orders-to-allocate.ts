import { type Day, dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import type { OrderChanges } from '@despatch/domain/orders/order-fields'
import { type ChoicesBefore, NO_CHOICES } from '@despatch/domain/routing/allocation/by-hand'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { type RawBuilder, sql } from 'kysely'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import type { AllocationContext } from './allocate-orders.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import type { OrderToAllocate } from './decide-consignment.ts'
import { type AllocationInputs, prepareInputs, loadOrderInputs } from './allocation-inputs.ts'
import { regionOf } from './regions.ts'

/** An order that the transaction has locked, with its current consignments. */
export type LockedOrder = OrderToAllocate & {
  readonly status: OrderStatus
  readonly consignments: readonly { readonly carrier: string | null; readonly despatchDay: Day }[]
}

/** Whether an order is new or released and has no current consignments. */
export const needsAllocation = ({ status, consignments }: LockedOrder): boolean =>
  (status === 'N' || status === 'R') && consignments.length === 0

type OrderRow = {
  order_number: string
  status: OrderStatus
  dispatch_service: DispatchService
  despatch_date: Day
  country: string
  post_code: string
}
type Before = {
  order_number: string
  attempts: number
  consignments: { carrier: string | null; despatchDay: Day }[] | null
  before: ChoicesBefore | null
}

/** Choices by hand of the current consignments, or of the last ones if none are current: {@link ChoicesBefore}. */
const CHOICES_BEFORE = sql`json_build_object(
  'consignments', count(*) filter (where ended_at is not distinct from last_end),
  'choices', coalesce(json_agg(json_build_object('heldTo', consignment -> 'heldTo', 'choice', by_hand))
    filter (where ended_at is not distinct from last_end and by_hand is not null and by_hand -> 'ended' is null), '[]')
)`

/** A table `named` of orders, in the order in which transactions lock them. */
export const namedOrders = (orderNumbers: readonly string[]): RawBuilder<unknown> =>
  sql`(select * from unnest(${orderNumbers}::text[]) as n (order_number) order by order_number collate "C") as named`

/** Lines of orders, in order. */
const linesOfOrders = (client: string, orderNumbers: readonly string[]) =>
  sql<{ order_number: string; sku: string; quantity: number }>`
    select named.order_number, l.* from ${namedOrders(orderNumbers)} cross join lateral (
      -- Keeps the planner from the index by SKU, which would read all lines of the client: bench fresh-feed.
      select sku_code as sku, quantity from order_lines
      where client_code = ${client} and order_number = named.order_number order by line_number offset 0
    ) l`

/**
 * Locks orders of a client until the end of the transaction and reads what an allocation needs. Returns them in the order
 * of `orderNumbers`, without those that do not exist. `isOnlyRead` reads without locking.
 */
export async function lockOrders(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
  { isOnlyRead = false } = {},
): Promise<LockedOrder[]> {
  const isNamed = sql`client_code = ${client} and order_number = any (${orderNumbers}::text[])`
  // Each statement sees what was committed before it began, so the second and third run after the lock.
  const [orders, before, lines] = await Promise.all([
    transaction.rows(
      sql<OrderRow>`select o.* from ${namedOrders(orderNumbers)} cross join lateral (
          -- Keeps the planner from the index by date, which would read all orders of the client: bench feed-today.
          select order_number, status, dispatch_service, despatch_date, country, post_code
          from orders where client_code = ${client} and order_number = named.order_number
          limit 1 ${isOnlyRead ? sql`` : sql`for no key update`}
        ) o`.compile(db),
    ),
    transaction.rows(
      sql<Before>`select order_number, max(attempt) as attempts,
          json_agg(json_build_object('carrier', carrier, 'despatchDay', despatch_day)) filter (where ended_at is null) as consignments,
          ${CHOICES_BEFORE} as before
        from (
          select order_number, attempt, number, carrier, despatch_day, ended_at, consignment, by_hand,
            -- null while any consignment of the order is current: then only current ones count.
            nullif(max(coalesce(ended_at, 'infinity')) over (partition by order_number), 'infinity') as last_end
          from consignments where ${isNamed}
          order by order_number, attempt, number
        ) c group by order_number`.compile(db),
    ),
    transaction.rows(linesOfOrders(client, orderNumbers).compile(db)),
  ])
  const byNumber = new Map(orders.map((order) => [order.order_number, order]))
  const beforeOf = new Map(before.map((one) => [one.order_number, one]))
  const linesOf = Map.groupBy(lines, (line) => line.order_number)
  const held: LockedOrder[] = []
  for (const orderNumber of orderNumbers) {
    const order = byNumber.get(orderNumber)
    if (!order) continue
    const was = beforeOf.get(orderNumber)
    held.push({
      orderNumber,
      attempt: (was?.attempts ?? 0) + 1,
      consignments: was?.consignments ?? [],
      before: was?.before ?? NO_CHOICES,
      status: order.status,
      service: order.dispatch_service,
      country: order.country,
      region: await regionOf(transaction, order.country, order.post_code),
      postcode: order.post_code,
      despatchDay: order.despatch_date,
      lines: (linesOf.get(orderNumber) ?? []).map(({ sku, quantity }) => ({ sku, quantity })),
    })
  }
  return held
}

const NOTHING_READ = {
  currency_code: 'GBP',
  book_version: null,
  used: null,
  goods: null,
  stops: null,
  cut_offs: null,
  pick_minutes: null,
  is_same_day: null,
  terms_moment: null,
}

/** Loads the inputs for allocating orders: the current rule book, their goods, and the usage of their days. */
export async function loadAllocationInputs(
  {
    transaction,
    client,
    now,
    books,
  }: Pick<AllocationContext, 'transaction' | 'client' | 'now'> & { books: RuleBookCache },
  orders: readonly OrderToAllocate[],
): Promise<AllocationInputs> {
  const days = orders.map(({ despatchDay }) => despatchDay).toSorted()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const skus = [...new Set(orders.flatMap(({ lines }) => lines.map(({ sku }) => sku)))]
  const [read, daysOff] = await Promise.all([
    loadOrderInputs(transaction, client, { skus, from, to }),
    clientDaysOff(transaction, client),
  ])
  return prepareInputs(transaction, { client, books, now }, read ?? NOTHING_READ, daysOff)
}

/**
 * Moves an order whose despatch day has passed to the next working day, and writes that to its history. Throws an
 * AppError (409) for a named day: only the customer may change it.
 */
export async function rescheduleIfOverdue(
  transaction: Transaction,
  { client, now, byName }: { client: string; now: Date; byName: string },
  order: LockedOrder,
): Promise<LockedOrder> {
  const despatchDay = recalculateDespatchDay(
    order.service,
    order.despatchDay,
    dayOf(now),
    await clientDaysOff(transaction, client),
  )
  if (despatchDay === order.despatchDay) return order
  if (despatchDay === undefined)
    throw new AppError(
      'version_conflict',
      `The despatch date of order ${order.orderNumber}, ${formatDayShort(order.despatchDay)}, has passed. Choose another first.`,
    )
  await moveToDay(transaction, { client, now, byName }, order, despatchDay)
  return { ...order, despatchDay }
}

/** Gives a locked order that is allocated again another despatch day, and writes that to its history. */
export async function moveToDay(
  transaction: Transaction,
  { client, now, byName }: { client: string; now: Date; byName: string },
  order: LockedOrder,
  despatchDay: Day,
): Promise<void> {
  const was = formatDayShort(order.despatchDay)
  const moved = await transaction.writeRow(
    db
      .updateTable('orders')
      .set((is) => ({ despatch_date: despatchDay, version: is('version', '+', 1) }))
      .where('client_code', '=', client)
      .where('order_number', '=', order.orderNumber)
      .returning('version'),
  )
  await transaction.write(
    db.insertInto('order_history').values({
      client_code: client,
      order_number: order.orderNumber,
      version: moved?.version ?? 0,
      at: now,
      by_name: byName,
      act: 'Amended',
      status: order.status,
      note: `Re-allocated: despatched on ${formatDayShort(despatchDay)} instead of ${was}`,
      changes: JSON.stringify({ date: { before: was, after: formatDayShort(despatchDay) } } satisfies OrderChanges),
    }),
  )
}

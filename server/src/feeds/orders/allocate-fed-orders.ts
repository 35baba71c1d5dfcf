import {
  CAME_AFTER_NAMED_DAY,
  CAME_LATE,
  CHANGED_AFTER_NAMED_DAY,
  COULD_NOT_BE_WORKED_OUT,
  TOOK_TOO_LONG,
} from '@despatch/domain/routing/allocation/exception-reasons'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { RuleBookCache } from '../../routing/rule-book/rule-book-cache.ts'
import { saveAsExceptions } from '../../routing/allocation/save-as-exceptions.ts'
import { lockOrders, needsAllocation, rescheduleIfOverdue } from '../../routing/allocation/orders-to-allocate.ts'
import { allocateWaitingOrders } from '../../routing/allocation/allocate-waiting-orders.ts'
import { failureOf } from '../../database/faults/database-failure.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { inClient } from '../../database/in-client.ts'
import type { TableStatistics } from '../rows/table-statistics.ts'

/** Orders read by one statement. */
const PAGE = 5000
/** Orders allocated in one transaction. They lock the capacity of their days only until it commits. */
const BATCH = 100
/** After this many failed transactions, the run stops allocating: each may take a quarter of a minute. */
const MAX_FAILURES = 6

export type FedOrders = {
  database: Database
  books: RuleBookCache
  client: string
  byName: string
  now: Date
  runId: string
  statistics: TableStatistics
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}

/**
 * Allocates the orders of a run that are still to be despatched. Source: domain.md, 'Creating or releasing an order
 * allocates it'.
 *
 * Runs after the whole file was read, so that an order with scattered lines is allocated once, and in the order in
 * which orders were placed, because earlier orders take capacity first. It considers every order that the file
 * names and that has no consignment, not only those that this run created. So the same file allocates nothing twice,
 * and sending it again completes a run that broke off.
 *
 * Orders fed shortly after their despatch day become routing exceptions with this reason. Orders fed in time and
 * changed after their day move to the next working day, as amended ones do, unless it is a named day. Past orders are
 * not allocated. An order whose allocation fails or takes too long becomes a routing exception with this reason.
 *
 * @returns the number of orders whose allocation failed
 * @throws when the database is not available
 */
export async function allocateFedOrders(fed: FedOrders): Promise<number> {
  const { database, client, now } = fed
  const failures: AllocationFailures = { transactions: 0, undecided: 0 }
  for (let after: PagePosition = { at: '-infinity', orderNumber: '' }; ;) {
    const page = await inClient(database, client, (transaction) => transaction.rows(selectPage(fed, after, dayOf(now))))
    const numbersOf = (orders: typeof page) => orders.map(({ orderNumber }) => orderNumber)
    const withOpenDay = new Set(numbersOf(page.filter(({ isDayOpen }) => isDayOpen)))
    const waiting = numbersOf(page.filter(({ isWaiting, isLate }) => isWaiting && !isLate))
    const late = page.filter(({ isWaiting, isLate }) => isWaiting && isLate)
    for (let at = 0; at < waiting.length; at += BATCH)
      await allocateBatch(fed, waiting.slice(at, at + BATCH), failures, { withOpenDay })
    for (const [reason, orders] of Map.groupBy(late, lateReason)) {
      const numbers = numbersOf(orders)
      if (reason === undefined)
        for (const one of numbers) await allocateBatch(fed, [one], failures, { isOverdue: true })
      else
        for (let at = 0; at < numbers.length; at += BATCH)
          await saveUndecided(fed, numbers.slice(at, at + BATCH), failures, reason)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return failures.undecided
    after = last
  }
}

type LateOrder = { readonly isNamed: boolean; readonly wasAllocated: boolean }

/** Why an overdue order gets no carrier; undefined if it moves to the next working day. */
function lateReason({ isNamed, wasAllocated }: LateOrder): string | undefined {
  if (wasAllocated) return isNamed ? CHANGED_AFTER_NAMED_DAY : undefined
  return isNamed ? CAME_AFTER_NAMED_DAY : CAME_LATE
}

/** Failures of a run so far. */
type AllocationFailures = { transactions: number; undecided: number }

/**
 * Allocates orders, overdue ones for the next working day. If that fails, allocates each alone, so that one failure
 * does not affect the others.
 */
async function allocateBatch(
  fed: FedOrders,
  orderNumbers: readonly string[],
  failures: AllocationFailures,
  { isOverdue = false, withOpenDay }: { isOverdue?: boolean; withOpenDay?: ReadonlySet<string> | undefined } = {},
): Promise<void> {
  if (failures.transactions >= MAX_FAILURES) return saveUndecided(fed, orderNumbers, failures, TOOK_TOO_LONG)
  try {
    await retryOnDeadlock(() =>
      inTransaction(fed, async (transaction) => {
        if (isOverdue)
          // Orders that were cancelled, suspended or allocated since the page was read keep their day.
          for (const order of (await lockOrders(transaction, fed.client, orderNumbers)).filter(needsAllocation))
            await rescheduleIfOverdue(transaction, fed, order)
        return allocateWaitingOrders({ ...fed, transaction }, orderNumbers, withOpenDay)
      }),
    )
  } catch (error) {
    const failure = failureOf(error)?.kind
    if (failure === 'unavailable' || failure === 'full') throw error
    failures.transactions++
    fed.log?.warn({ err: error, orders: orderNumbers.length }, 'orders of a feed could not be allocated')
    if (orderNumbers.length > 1)
      for (const one of orderNumbers) await allocateBatch(fed, [one], failures, { withOpenDay })
    else
      await saveUndecided(fed, orderNumbers, failures, failure === undefined ? COULD_NOT_BE_WORKED_OUT : TOOK_TOO_LONG)
  }
}

async function saveUndecided(
  fed: FedOrders,
  orderNumbers: readonly string[],
  failures: AllocationFailures,
  reason: string,
): Promise<void> {
  failures.undecided += await retryOnDeadlock(() =>
    inTransaction(fed, (transaction) => saveAsExceptions({ ...fed, transaction }, orderNumbers, reason)),
  )
}

async function inTransaction<Result>(
  { database, client, statistics }: FedOrders,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const done = await inClient(database, client, async (transaction) => {
    const result = await work(transaction)
    await statistics.count(transaction.connection)
    return result
  })
  await statistics.refresh()
  return done
}

/** Orders overdue by more days are past orders; others are late. */
const LATE_DAYS = 31
/** The earliest despatch day of orders that are allocated or late. */
export const firstDayToAllocate = (today: Day): Day => addDays(today, -LATE_DAYS)

/** Keyset position in the list of a run's orders. */
type PagePosition = { at: string; orderNumber: string }

/** The next orders of the run, in the order in which they were placed, with whether they still need allocation. */
function selectPage({ client, runId }: FedOrders, after: PagePosition, today: Day) {
  return sql<PagePosition & LateOrder & { isWaiting: boolean; isLate: boolean; isDayOpen: boolean }>`
    select r.to_go_at::text as at, r.order_number as "orderNumber", r.is_day_open as "isDayOpen",
      coalesce(o.status in ('N', 'R') and o.despatch_date >= ${firstDayToAllocate(today)}::date, false) and not coalesce(c.stands, false) as "isWaiting",
      coalesce(o.despatch_date < ${today}::date, false) as "isLate",
      coalesce(o.dispatch_service = 'NAMED DAY', false) as "isNamed",
      c.order_number is not null as "wasAllocated"
    from (
      select to_go_at, order_number, is_day_open from feed_run_orders
      where client_code = ${client} and run_id = ${runId} and to_go_at is not null
        and (to_go_at, order_number) > (${after.at}::timestamptz, ${after.orderNumber})
      order by to_go_at, order_number limit ${PAGE}
    ) r
    left join orders o on o.client_code = ${client} and o.order_number = r.order_number
    left join lateral (
      select order_number, bool_or(ended_at is null) as stands from consignments
      where client_code = ${client} and order_number = r.order_number group by order_number
    ) c on true
    order by r.to_go_at, r.order_number`.compile(db)
}

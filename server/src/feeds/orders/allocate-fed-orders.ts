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
import { lookUpByKey } from '../../database/by-key.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { inClient } from '../../database/in-client.ts'

/** Orders of the run that are looked at in one statement. */
const PAGE = 5000
/** Orders that are allocated in one transaction: the capacity of their days is held for its commit alone. */
const BATCH = 100
/** So many transactions of a run may fail; then what is left is not tried any more. Each may take a quarter of a minute. */
const MAX_FAILURES = 6

export type FedOrders = {
  database: Database
  books: RuleBookCache
  client: string
  byName: string
  now: Date
  runId: string
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}

/**
 * Allocates the orders of a run that are still to be despatched: domain.md, 'Creating or releasing an order allocates
 * it'. It is done when the file has been read, so that an order whose lines stand far apart is allocated once, and in the
 * order in which the orders were placed, for the capacity of a day goes to who came first. What is looked for is not what
 * this run created but what its file names and nothing stands of: so the same file twice allocates nothing twice, and a
 * file that broke off, or whose server was killed, is finished by sending it again. Orders that came when their despatch day
 * had just passed are routing exceptions that say so; those that came in time and are changed after it go on the next working
 * day, as amended ones do, unless the day is a named one. Historic ones went long ago: nobody allocates them.
 *
 * An order that cannot be allocated, because that takes too long or fails, is a routing exception with this reason. Gives how
 * many those were. Throws where the database is not there at all.
 */
export async function allocateFedOrders(fed: FedOrders): Promise<number> {
  const { database, client, now } = fed
  const trying: Trying = { failures: 0, undecided: 0 }
  for (let after: Place = { at: '-infinity', orderNumber: '' }; ;) {
    const page = await inClient(database, client, async (transaction) => {
      await lookUpByKey(transaction)
      return transaction.rows(pageOf(fed, after, dayOf(now)))
    })
    const numbersOf = (orders: typeof page) => orders.map(({ orderNumber }) => orderNumber)
    const waiting = numbersOf(page.filter(({ isWaiting, isLate }) => isWaiting && !isLate))
    const late = page.filter(({ isWaiting, isLate }) => isWaiting && isLate)
    for (let at = 0; at < waiting.length; at += BATCH) await allocateBatch(fed, waiting.slice(at, at + BATCH), trying)
    for (const [why, orders] of Map.groupBy(late, whyLate)) {
      const numbers = numbersOf(orders)
      if (why === undefined) for (const one of numbers) await allocateBatch(fed, [one], trying, true)
      else
        for (let at = 0; at < numbers.length; at += BATCH) await giveUp(fed, numbers.slice(at, at + BATCH), trying, why)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return trying.undecided
    after = last
  }
}

type Late = { readonly isNamed: boolean; readonly wasAllocated: boolean }

/** Why an order whose day has passed has no carrier; undefined of one that goes on the next working day. */
function whyLate({ isNamed, wasAllocated }: Late): string | undefined {
  if (wasAllocated) return isNamed ? CHANGED_AFTER_NAMED_DAY : undefined
  return isNamed ? CAME_AFTER_NAMED_DAY : CAME_LATE
}

/** What has gone wrong so far in a run. */
type Trying = { failures: number; undecided: number }

/** Allocates orders, overdue ones on the next working day; where that fails, each by itself, so that one does not take the others with it. */
async function allocateBatch(
  fed: FedOrders,
  orderNumbers: readonly string[],
  trying: Trying,
  isOverdue = false,
): Promise<void> {
  if (trying.failures >= MAX_FAILURES) return giveUp(fed, orderNumbers, trying, TOOK_TOO_LONG)
  try {
    await retryOnDeadlock(() =>
      inOrders(fed, async (transaction) => {
        if (isOverdue)
          // One that was cancelled, suspended or allocated since the page was read keeps its day.
          for (const order of (await lockOrders(transaction, fed.client, orderNumbers)).filter(needsAllocation))
            await rescheduleIfOverdue(transaction, fed, order)
        return allocateWaitingOrders({ ...fed, transaction }, orderNumbers)
      }),
    )
  } catch (error) {
    const failure = failureOf(error)?.kind
    if (failure === 'away' || failure === 'full') throw error
    trying.failures++
    fed.log?.warn({ err: error, orders: orderNumbers.length }, 'orders of a feed could not be allocated')
    if (orderNumbers.length > 1) for (const one of orderNumbers) await allocateBatch(fed, [one], trying)
    else await giveUp(fed, orderNumbers, trying, failure === undefined ? COULD_NOT_BE_WORKED_OUT : TOOK_TOO_LONG)
  }
}

async function giveUp(fed: FedOrders, orderNumbers: readonly string[], trying: Trying, why: string): Promise<void> {
  trying.undecided += await retryOnDeadlock(() =>
    inOrders(fed, (transaction) => saveAsExceptions({ ...fed, transaction }, orderNumbers, why)),
  )
}

function inOrders<Result>(
  { database, client }: FedOrders,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inClient(database, client, async (transaction) => {
    await lookUpByKey(transaction)
    return work(transaction)
  })
}

/** An order whose day has passed by more days than these is history; one whose day has just passed comes late. */
const LATE_DAYS = 31
/** The first despatch day of orders that are still to go, or come late. */
export const firstToGo = (today: Day): Day => addDays(today, -LATE_DAYS)

/** Where an order of a run stands among those that are to be allocated. */
type Place = { at: string; orderNumber: string }

/** The next orders of the run, in the order in which they were placed, and whether they wait to be allocated. */
function pageOf({ client, runId }: FedOrders, after: Place, today: Day) {
  return sql<Place & Late & { isWaiting: boolean; isLate: boolean }>`
    select r.to_go_at::text as at, r.order_number as "orderNumber", coalesce(o.is_to_go, false) and c.stands is null as "isWaiting",
      coalesce(o.is_late, false) as "isLate", coalesce(o.is_named, false) as "isNamed",
      exists (
        select from consignments where client_code = ${client} and order_number = r.order_number
      ) as "wasAllocated"
    from (
      select to_go_at, order_number from feed_run_orders
      where client_code = ${client} and run_id = ${runId} and to_go_at is not null
        and (to_go_at, order_number) > (${after.at}::timestamptz, ${after.orderNumber})
      order by to_go_at, order_number limit ${PAGE}
    ) r
    left join lateral (
      select status in ('N', 'R') and despatch_date >= ${firstToGo(today)}::date as is_to_go,
        despatch_date < ${today}::date as is_late, dispatch_service = 'NAMED DAY' as is_named
      from orders
      where client_code = ${client} and order_number between r.order_number and r.order_number
      order by order_number limit 1
    ) o on true
    left join lateral (
      select true as stands from consignments
      where client_code = ${client} and order_number = r.order_number and ended_at is null
      order by attempt, number limit 1
    ) c on true
    order by r.to_go_at, r.order_number`.compile(db)
}

import { dayOf, type DaysOff } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/enquiries/search/messages'
import { CHANGED_SINCE_SHOWN, COMMAND_ACTS, doneText } from '@despatch/domain/orders/commands/command-text'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import { statusAfter } from '@despatch/domain/orders/order-status'
import { shortOfText } from '@despatch/domain/orders/commands/short-of-stock'
import { noCarrierText, type OrderCommand, orderVerdict } from '@despatch/domain/orders/commands/order-verdict'
import { type RawBuilder, sql } from 'kysely'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { clientSettingsOf } from '../../administration/clients/kept-settings.ts'
import { isNamed, lookUpByKey, namedOrders, ofNamed } from '../../database/by-key.ts'
import { db } from '../../database/sql.ts'
import { inOrder } from '../../database/transaction.ts'
import { holdOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import { lockCapacity } from '../../routing/allocation/capacity-usage.ts'
import {
  capacityOf,
  keepTrial,
  type Trial,
  tryAllocation,
  type Trying,
} from '../../routing/allocation/try-allocation.ts'
import { changeOrders, type CommandedOrder, movedNote, type OrderChange } from './change-orders.ts'
import { holdReturnsOf } from './replacements.ts'
import { shortSkusOf } from '../short-skus.ts'
import { isMatched, namedOf, type Selection } from './command-selection.ts'
import { asWork } from '../list-orders-to-act-on.ts'

/** What is commanded. `reason` is one of the list, for suspending. */
export type CommandInput = {
  action: OrderCommand
  commandId: string
  selection: Selection
  reason: string
  note: string
}

/** What became of an order; `order` as it was before, undefined where it is not there. */
export type Judged = {
  orderNumber: string
  message: string
  order: CommandedOrder | undefined
  change: OrderChange | undefined
  /** Its SKUs that are short of stock though it is released. */
  shortOf?: readonly string[]
}

/** What else is done in the transaction: before the orders are judged, and with what is written. */
type Beside = {
  readonly hold?: () => Promise<unknown>
  readonly write?: (judged: readonly Judged[]) => Promise<unknown>[]
}

/**
 * Does a command to some orders of a client in the caller's transaction, each judged under its lock: what may not be done is
 * refused with words. Orders that have a receipt of the command, or match its filter no more, are left out. Throws CapacityTaken
 * where a release has to be tried again with the capacity held: see `withTrial`. The last thing that is asked before the commit.
 */
export async function actOnOrders(
  on: Trying,
  given: CommandInput,
  orderNumbers: readonly string[],
  { hold, write }: Beside = {},
): Promise<readonly Judged[]> {
  const { transaction, client, now, byName } = on
  const [, , held, , daysOff, { settings }] = await inOrder([
    lookUpByKey(transaction),
    holdReturnsOf(transaction, client, orderNumbers),
    holdPiece(on, given, orderNumbers),
    hold?.() ?? Promise.resolve(),
    clientDaysOff(transaction, client),
    clientSettingsOf(transaction, client),
  ])
  const shown = new Map(
    namedOf(given.selection).flatMap(({ clientCode, orderNumber, version }) =>
      clientCode === client && version !== undefined ? [[orderNumber, version]] : [],
    ),
  )
  const grounds = { held, shown, now, daysOff, refusesUnmeasured: settings.refuseUnmeasured }
  const asked = orderNumbers
    .filter((orderNumber) => !held.receipted.has(orderNumber))
    .flatMap((orderNumber) => judge(given, orderNumber, grounds) ?? [])
  if (asked.length === 0) return []
  const releasing = given.action === 'release' ? await tryToRelease(on, held, asked) : undefined
  const judged = releasing ? await withShortages(on, releasing.judged) : asked
  const changes = judged.flatMap(({ change }) => change ?? [])
  await inOrder([
    changeOrders(transaction, { client, at: now, byName }, COMMAND_ACTS[given.action], changes),
    ...(write?.(judged) ?? []),
  ])
  // The capacity of a day is what all orders wait for: it is asked for last.
  if (releasing) await releasing.keep()
  else {
    const done = changes.map(({ order }) => order.order_number)
    await releaseCapacity(transaction, { client, orderNumbers: done, at: now })
  }
  return judged
}

/**
 * Tries to allocate the orders that are to be released and of which nothing stands, or what stands is of a day that has passed:
 * those that no carrier takes are refused. A new one of which nothing stands is kept as a routing exception, as it would have
 * been when it was made.
 */
async function tryToRelease(
  on: Trying,
  { standing }: Held,
  asked: readonly Judged[],
): Promise<{ judged: readonly Judged[]; keep: () => Promise<unknown> }> {
  const toTry = new Map(
    asked.flatMap(({ orderNumber, change }) =>
      change &&
      (change.order.status === 'S' || !standing.has(orderNumber) || change.despatchDay !== change.order.despatch_date)
        ? [[orderNumber, change]]
        : [],
    ),
  )
  const orders = (await holdOrders(on.transaction, on.client, [...toTry.keys()])).map((order) => ({
    ...order,
    despatchDay: toTry.get(order.orderNumber)?.despatchDay ?? order.despatchDay,
  }))
  const trial = await tryAllocation(on, orders)
  if (!trial) return { judged: asked, keep: () => Promise.resolve() }
  const isNew = ({ orderNumber, status, despatchDay }: (typeof orders)[number]) =>
    status === 'N' && toTry.get(orderNumber)?.order.despatch_date === despatchDay
  return {
    judged: asked.map((one) => {
      const why = trial.without.get(one.orderNumber)
      return why === undefined ? one : { ...one, message: noCarrierText(why), change: undefined }
    }),
    async keep() {
      await giveBackPast(on, trial)
      return keepTrial(
        on,
        trial,
        orders.filter((order) => trial.without.has(order.orderNumber) && isNew(order)),
      )
    },
  }
}

/** Ends what stands of orders on days that have passed, before they are allocated for another. */
async function giveBackPast(on: Trying, { whole, grounds }: Trial): Promise<void> {
  const { transaction, client, now } = on
  const past = whole.filter(({ standing }) => standing.length > 0)
  if (past.length === 0) return
  await lockCapacity(transaction, client, capacityOf(grounds, whole))
  const orderNumbers = past.map(({ orderNumber }) => orderNumber)
  await releaseCapacity(transaction, { client, orderNumbers, at: now, isAllocatedAgain: true })
}

/** Says of the orders that are released which of their SKUs are short of stock: a release promises no more than before, and is not refused for it. */
async function withShortages({ transaction, client }: Trying, judged: readonly Judged[]): Promise<readonly Judged[]> {
  const released = judged.flatMap(({ orderNumber, change }) => (change ? [orderNumber] : []))
  const short = await shortSkusOf(transaction, client, released)
  return judged.map((one) => {
    const shortOf = short.get(one.orderNumber)
    return shortOf ? { ...one, shortOf, message: `${one.message} ${shortOfText(shortOf)}.` } : one
  })
}

type Held = {
  orders: ReadonlyMap<string, CommandedOrder>
  receipted: ReadonlySet<string>
  /** Of a filter: those that something happened to since the caller read it. */
  changed: ReadonlySet<string>
  /** Of those that are to be released: whether anything stands of their allocation. */
  standing: ReadonlySet<string>
}

/** Holds the orders of a piece that match. Each statement sees what was committed before it began: what is read after the lock holds. */
async function holdPiece(
  { transaction, client, now }: Trying,
  { action, commandId, selection }: CommandInput,
  orderNumbers: readonly string[],
): Promise<Held> {
  const named = namedOrders(orderNumbers)
  const filter = selection.matching && asWork(selection.matching, dayOf(now))
  const numbers = async (lookUp: RawBuilder<unknown>) => {
    const rows = await transaction.rows(
      sql<{ order_number: string }>`select r.* from ${named} cross join lateral (
          select order_number ${lookUp} limit 1
        ) r`.compile(db),
    )
    return new Set(rows.map(({ order_number }) => order_number))
  }
  const nothing = Promise.resolve(new Set<string>())
  const [orders, receipted, changed, standing] = await inOrder([
    transaction.rows(
      sql<CommandedOrder>`select o.* from ${named} cross join lateral (
          select order_number, status, version, dispatch_service, despatch_date, suspended_for, lacks
          from orders where ${isNamed(client)} ${filter ? isMatched(filter, selection.except) : sql``}
          order by order_number limit 1 for no key update
        ) o`.compile(db),
    ),
    numbers(sql`from order_receipts where ${isNamed(client)} and command_id = ${commandId} order by order_number`),
    selection.asOf === undefined
      ? nothing
      : numbers(sql`from (
            select order_number, at from order_history where ${ofNamed(client)} order by version desc limit 1
          ) last where at > ${selection.asOf}::timestamptz`),
    action === 'release'
      ? numbers(sql`from consignments where ${ofNamed(client)} and ended_at is null order by attempt, number`)
      : nothing,
  ])
  return { orders: new Map(orders.map((order) => [order.order_number, order])), receipted, changed, standing }
}

/** What orders are judged by; `shown` has the versions that the caller was shown, by order number. */
type Grounds = {
  held: Held
  shown: ReadonlyMap<string, number>
  now: Date
  daysOff: DaysOff
  refusesUnmeasured: boolean
}

/** What becomes of an order; undefined for one that matches the filter no more. */
function judge(
  { action, selection, reason, note }: CommandInput,
  orderNumber: string,
  { held, shown, now, daysOff, refusesUnmeasured }: Grounds,
): Judged | undefined {
  const order = held.orders.get(orderNumber)
  if (!order)
    return selection.matching
      ? undefined
      : { orderNumber, message: noDataAvailable(orderNumber), order, change: undefined }
  const { status, dispatch_service: service, despatch_date: day } = order
  const version = shown.get(orderNumber)
  if ((version !== undefined && version !== order.version) || held.changed.has(orderNumber))
    return { orderNumber, message: CHANGED_SINCE_SHOWN, order, change: undefined }
  const isUntried = status === 'S' || !held.standing.has(orderNumber)
  const today = dayOf(now)
  const isOverdue = action === 'release' && day < today
  const isToAllocate = action === 'release' && (isUntried || isOverdue)
  const verdict = orderVerdict(action, {
    status,
    service,
    isOverdue,
    isUntried,
    lacks: order.lacks ?? 0,
    refusesUnmeasured,
  })
  if (!verdict.isAllowed) return { orderNumber, message: verdict.text, order, change: undefined }
  const despatchDay = (isToAllocate && recalculateDespatchDay(service, day, today, daysOff)) || day
  return {
    orderNumber,
    message: doneText(action, orderNumber),
    order,
    change: {
      order,
      status: statusAfter(status, action),
      suspendedFor: reason,
      despatchDay,
      note: [reason, note, movedNote(order, despatchDay)].filter(Boolean).join(': '),
    },
  }
}

import { type Day, dayOf, type DaysOff } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { CHANGED_SINCE_SHOWN, COMMAND_ACTS, doneText } from '@despatch/domain/orders/commands/command-text'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import { statusAfter } from '@despatch/domain/orders/order-status'
import { shortOfText } from '@despatch/domain/orders/commands/short-of-stock'
import { noCarrierText, type OrderCommand, orderVerdict } from '@despatch/domain/orders/commands/order-verdict'
import { fallbackDay } from '@despatch/domain/routing/cut-offs/fallback-day'
import { type RawBuilder, sql } from 'kysely'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { loadClientSettings } from '../../administration/clients/load-client-settings.ts'
import { db } from '../../database/sql.ts'
import { inOrder } from '../../database/transaction.ts'
import { hasCutOff, loadCutOffsToday, missedCutOffs } from '../../routing/cut-offs/cut-offs-today.ts'
import { lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import { lockCapacity } from '../../routing/allocation/capacity-usage.ts'
import {
  capacityRowsOf,
  allocateTrial,
  type Trial,
  tryAllocation,
  type TrialContext,
} from '../../routing/allocation/try-allocation.ts'
import {
  changeOrders,
  type CommandedOrder,
  dayChangeNote,
  lockCommanded,
  type OrderChange,
  receiptedOrders,
} from './change-orders.ts'
import { holdReturnsOf } from './replacements.ts'
import { shortSkusOf } from '../short-skus.ts'
import { selectionConditions, listedOrders, type Selection } from './command-selection.ts'
import { toOrderFilter } from '../list-orders-to-act-on.ts'

/** `reason` is a fixed suspension reason. */
export type CommandInput = {
  action: OrderCommand
  commandId: string
  selection: Selection
  reason: string
  note: string
}

/** The verdict on an order; `order` is its previous state, undefined if it does not exist. */
export type JudgedOrder = {
  orderNumber: string
  message: string
  order: CommandedOrder | undefined
  change: OrderChange | undefined
  /** SKUs that are short of stock although it is released. */
  shortOf?: readonly string[]
}

/** Further steps of the transaction: before orders are judged, and when they are written. */
type ExtraSteps = {
  readonly checkCaller?: () => Promise<unknown>
  readonly write?: (judged: readonly JudgedOrder[]) => Promise<unknown>[]
}

/**
 * Executes a command for some orders of a client in the caller's transaction. Each order is judged under its lock;
 * refusals are returned as text. Orders with a receipt of the command, or no longer matching its filter, are skipped.
 * Throws CapacityTaken if a release must be retried with locked capacity: see `withTrial`. Must be the last step before
 * the commit.
 */
export async function actOnOrders(
  on: TrialContext,
  command: CommandInput,
  orderNumbers: readonly string[],
  { checkCaller, write }: ExtraSteps = {},
): Promise<readonly JudgedOrder[]> {
  const { transaction, client, now, byName } = on
  const [, locked, , daysOff, { settings }] = await inOrder([
    holdReturnsOf(transaction, client, orderNumbers),
    lockPiece(on, command, orderNumbers),
    checkCaller?.() ?? Promise.resolve(),
    clientDaysOff(transaction, client),
    loadClientSettings(transaction, client),
  ])
  const shown = new Map(
    listedOrders(command.selection).flatMap(({ clientCode, orderNumber, version }) =>
      clientCode === client && version !== undefined ? [[orderNumber, version]] : [],
    ),
  )
  const facts = { locked, shown, now, daysOff, refusesUnmeasured: settings.refuseUnmeasured }
  const verdicts = orderNumbers
    .filter((orderNumber) => !locked.receipted.has(orderNumber))
    .flatMap((orderNumber) => judge(command, orderNumber, facts) ?? [])
  if (verdicts.length === 0) return []
  const releasing = command.action === 'release' ? await tryToRelease(on, locked, verdicts, daysOff) : undefined
  const judged = releasing ? await addShortages(on, releasing.judged) : verdicts
  const changes = judged.flatMap(({ change }) => change ?? [])
  await inOrder([
    changeOrders(transaction, { client, at: now, byName }, COMMAND_ACTS[command.action], changes),
    ...(write?.(judged) ?? []),
  ])
  // Lock capacity rows last: every order needs them.
  if (releasing) await releasing.keep()
  else {
    const done = changes.map(({ order }) => order.order_number)
    await releaseCapacity(transaction, { client, orderNumbers: done, at: now })
  }
  return judged
}

/**
 * Allocates orders that are to be released without an allocation, or with one for a passed day or cut-off. Orders that no
 * carrier takes are refused; a new one becomes a routing exception, as at creation.
 */
async function tryToRelease(
  on: TrialContext,
  { allocated, afterCutOff }: LockedPiece,
  verdicts: readonly JudgedOrder[],
  daysOff: DaysOff,
): Promise<{ judged: readonly JudgedOrder[]; keep: () => Promise<unknown> }> {
  const toTry = new Map(
    verdicts.flatMap(({ orderNumber, change }) =>
      change &&
      (change.order.status === 'S' ||
        !allocated.has(orderNumber) ||
        afterCutOff.has(orderNumber) ||
        change.despatchDay !== change.order.despatch_date)
        ? [[orderNumber, change]]
        : [],
    ),
  )
  const orders = (await lockOrders(on.transaction, on.client, [...toTry.keys()])).map((order) => {
    const despatchDay = toTry.get(order.orderNumber)?.despatchDay ?? order.despatchDay
    return { ...order, despatchDay, fallback: fallbackDay({ ...order, despatchDay }, dayOf(on.now), daysOff) }
  })
  const trial = await tryAllocation(on, orders)
  if (!trial) return { judged: verdicts, keep: () => Promise.resolve() }
  const isNew = ({ orderNumber, status, despatchDay, consignments }: (typeof orders)[number]) =>
    status === 'N' && consignments.length === 0 && toTry.get(orderNumber)?.order.despatch_date === despatchDay
  return {
    judged: verdicts.map((one) => {
      const why = trial.reasons.get(one.orderNumber)
      if (why !== undefined) return { ...one, message: noCarrierText(why), change: undefined }
      return withDay(one, trial.days.get(one.orderNumber))
    }),
    async keep() {
      await releasePastCapacity(on, trial)
      return allocateTrial(
        on,
        trial,
        orders.filter((order) => trial.reasons.has(order.orderNumber) && isNew(order)),
      )
    },
  }
}

/** The verdict on an order whose allocation moved it to another day. */
function withDay(judged: JudgedOrder, despatchDay: Day | undefined): JudgedOrder {
  const { change } = judged
  if (!change || despatchDay === undefined || despatchDay === change.despatchDay) return judged
  return { ...judged, change: { ...change, despatchDay, note: dayChangeNote(change.order, despatchDay) } }
}

/** Ends allocations for passed days before new ones are made. */
async function releasePastCapacity(on: TrialContext, { allocatable, inputs }: Trial): Promise<void> {
  const { transaction, client, now } = on
  const past = allocatable.filter(({ consignments }) => consignments.length > 0)
  if (past.length === 0) return
  await lockCapacity(transaction, client, capacityRowsOf(inputs, allocatable))
  const orderNumbers = past.map(({ orderNumber }) => orderNumber)
  await releaseCapacity(transaction, { client, orderNumbers, at: now, isAllocatedAgain: true })
}

/**
 * Names the released SKUs that are short of stock. A release promises no more stock than before, so it is not refused.
 */
async function addShortages(
  { transaction, client }: TrialContext,
  judged: readonly JudgedOrder[],
): Promise<readonly JudgedOrder[]> {
  const released = judged.flatMap(({ orderNumber, change }) => (change ? [orderNumber] : []))
  const short = await shortSkusOf(transaction, client, released)
  return judged.map((one) => {
    const shortOf = short.get(one.orderNumber)
    return shortOf ? { ...one, shortOf, message: `${one.message} ${shortOfText(shortOf)}.` } : one
  })
}

type LockedPiece = {
  orders: ReadonlyMap<string, CommandedOrder>
  receipted: ReadonlySet<string>
  /** With a filter: orders that changed since the caller read it. */
  changed: ReadonlySet<string>
  /** Orders to be released that have an active allocation. */
  allocated: ReadonlySet<string>
  /** Of these, the ones that are despatched today after the cut-off of their carrier. */
  afterCutOff: ReadonlySet<string>
}

/**
 * Locks the matching orders of a piece. Each statement sees what was committed before it began, so reads after the lock
 * are current.
 */
async function lockPiece(
  { transaction, client, now, books }: TrialContext,
  { action, commandId, selection }: CommandInput,
  orderNumbers: readonly string[],
): Promise<LockedPiece> {
  const isNamed = sql`client_code = ${client} and order_number = any (${orderNumbers}::text[])`
  const filter = selection.matching && toOrderFilter(selection.matching, dayOf(now))
  const numbers = async (source: RawBuilder<unknown>) => {
    const rows = await transaction.rows(sql<{ order_number: string }>`select order_number from ${source}`.compile(db))
    return new Set(rows.map(({ order_number }) => order_number))
  }
  const nothing = Promise.resolve(new Set<string>())
  const missed =
    action === 'release' ? missedCutOffs(await loadCutOffsToday({ transaction, clients: [client], books, now })) : []
  const [orders, receipted, changed, allocated, afterCutOff] = await inOrder([
    lockCommanded(
      transaction,
      client,
      orderNumbers,
      filter ? selectionConditions(filter, selection.except) : undefined,
    ),
    receiptedOrders(transaction, { client, commandId }, orderNumbers),
    selection.asOf === undefined
      ? nothing
      : numbers(sql`order_history where ${isNamed} and at > ${selection.asOf}::timestamptz`),
    action === 'release' ? numbers(sql`consignments where ${isNamed} and ended_at is null`) : nothing,
    missed.length > 0 ? numbers(sql`orders where ${isNamed} and ${hasCutOff(missed)}`) : nothing,
  ])
  return { orders, receipted, changed, allocated, afterCutOff }
}

/** Facts for the verdict; `shown` has the versions that the caller saw, by order number. */
type JudgingContext = {
  locked: LockedPiece
  shown: ReadonlyMap<string, number>
  now: Date
  daysOff: DaysOff
  refusesUnmeasured: boolean
}

/** Judges an order; undefined if it no longer matches the filter. */
function judge(
  { action, selection, reason, note }: CommandInput,
  orderNumber: string,
  { locked, shown, now, daysOff, refusesUnmeasured }: JudgingContext,
): JudgedOrder | undefined {
  const order = locked.orders.get(orderNumber)
  if (!order)
    return selection.matching
      ? undefined
      : { orderNumber, message: noDataAvailable(orderNumber), order, change: undefined }
  const { status, dispatch_service: service, despatch_date: day } = order
  const version = shown.get(orderNumber)
  if ((version !== undefined && version !== order.version) || locked.changed.has(orderNumber))
    return { orderNumber, message: CHANGED_SINCE_SHOWN, order, change: undefined }
  const isUntried = status === 'S' || !locked.allocated.has(orderNumber)
  const today = dayOf(now)
  const isOverdue = action === 'release' && day < today
  const isAfterCutOff = locked.afterCutOff.has(orderNumber)
  const isToAllocate = action === 'release' && (isUntried || isOverdue)
  const verdict = orderVerdict(action, {
    status,
    service,
    isOverdue,
    isUntried,
    isAfterCutOff,
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
      note: [reason, note, dayChangeNote(order, despatchDay)].filter(Boolean).join(': '),
    },
  }
}

import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import { CHANGED_SINCE } from '@despatch/domain/orders/commands/command-text'
import { whyCarrierStays } from '@despatch/domain/orders/order-status'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { methodText } from '@despatch/domain/routing/allocation/decision-labels'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../http/context.ts'
import { saveDecisions } from '../../routing/allocation/allocate-orders.ts'
import { type AllocationInputs, loadUsage } from '../../routing/allocation/allocation-inputs.ts'
import { CapacityReservations, type CapacityTake, lockCapacity } from '../../routing/allocation/capacity-usage.ts'
import { subtractUsage } from '../../routing/allocation/current-consignment.ts'
import type { DecidedConsignment } from '../../routing/allocation/decide-consignment.ts'
import type { OrderAssignment, OrderToAllocate } from '../../routing/allocation/decide-consignment.ts'
import { decideOrders } from '../../routing/allocation/decide-orders.ts'
import { loadAllocationInputs, type LockedOrder, lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import type { BeforeRating } from '../../routing/allocation/rate-again/rate-order.ts'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import { capacityRowsOf } from '../../routing/allocation/try-allocation.ts'
import {
  changeOrders,
  type CommandedOrder,
  dayChangeNote,
  lockCommanded,
  receiptedOrders,
} from '../commands/change-orders.ts'
import { holdReturnsOf } from '../commands/replacements.ts'
import { loadStanding, type StandingConsignment } from './standing-orders.ts'

/** An order to move, with the methods that it got together with the others. */
export type OrderMove = {
  readonly orderNumber: string
  readonly assigned: OrderAssignment
  /** Only if these methods can still take it; else the order stays. Otherwise it always leaves its carrier. */
  readonly isOnlyIfExact?: true
  /** The version that it must have still. */
  readonly version?: number
  /** The note in its history, instead of the command's. */
  readonly note?: string
  /** Choices by hand that apply again. */
  readonly before?: OrderToAllocate['before']
}

export type MoveCommand = {
  readonly action: 'leave-carrier' | 'bring-back' | 'plan-the-day' | 'undo'
  /** Orders with a receipt of it are left out, unless it is undone. */
  readonly commandId: string
  /** The entry in the orders' history: 'Moved: DPD UK is stopped'. */
  readonly act: string
  readonly note: string
  /** The orders of a piece exchange places: all give theirs before any takes one. */
  readonly isExchange?: true
  /** Whether an order still has to be moved, judged under its lock. */
  readonly isToMove: (standing: readonly StandingConsignment[], inputs: AllocationInputs) => boolean
}

/** What happens to an order. */
type Judged = {
  readonly orderNumber: string
  readonly message: string
  readonly order?: LockedOrder
  readonly decided?: readonly DecidedConsignment[]
  readonly takes?: readonly CapacityTake[]
}

/** Stores the result of each order: as a receipt of the command, or on the receipt that an undo ends. */
export type KeepResults = (transaction: Transaction, results: readonly MoveResult[]) => Promise<unknown>
export type MoveResult = {
  readonly orderNumber: string
  readonly message: string
  /** Undefined if it stays as it is. */
  readonly moved?: {
    readonly order: CommandedOrder
    readonly before: BeforeRating
    /** A consignment has no carrier now. */
    readonly isLeft: boolean
  }
}

/**
 * Moves a piece of a client's orders in one transaction: each is judged and decided again under its lock, one after the
 * other, with its assigned methods as long as they can take it. Orders that have a receipt of the command, or need no
 * move any more, are left out. Returns the results of the others. Throws an AppError if the caller lost access.
 */
export function movePiece(
  context: StreamingContext,
  command: MoveCommand,
  { client, wanted, keep }: { client: string; wanted: readonly OrderMove[]; keep: KeepResults },
): Promise<readonly MoveResult[]> {
  const { database, caller, now, services } = context
  return inClient(database, client, async (transaction) => {
    // Who ends the stop waits for the pieces under way, so that an undo sees all that were moved.
    await transaction.rows(
      sql`select stop_id from carrier_stops where stop_id = ${command.commandId} for share`.compile(db),
    )
    const names = wanted.map(({ orderNumber }) => orderNumber)
    const [, orders, locked, standing, receipted] = await inOrder([
      holdReturnsOf(transaction, client, names),
      lockCommanded(transaction, client, names),
      lockOrders(transaction, client, names),
      loadStanding(transaction, client, names),
      command.action === 'undo'
        ? new Set<string>()
        : receiptedOrders(transaction, { client, commandId: command.commandId }, names),
      refuseChangedCaller(transaction, caller),
    ])
    const on = { transaction, client, now, byName: caller.username }
    const today = dayOf(now)
    const inputs = await loadAllocationInputs({ ...on, books: services.books }, locked)
    const open = locked
      .filter((order) => !receipted.has(order.orderNumber))
      .map((order) => ({
        ...order,
        newDay: recalculateDespatchDay(order.service, order.despatchDay, today, inputs.daysOff),
      }))
    // Orders past their day take the capacity of another.
    const rows = capacityRowsOf(inputs, open)
    const newDays = open.flatMap(({ newDay }) => newDay ?? [])
    await lockCapacity(transaction, client, { ...rows, days: [...rows.days, ...newDays] })
    const usage = await loadUsage(on, [...rows.days, ...newDays])
    const judged = judgeAll({ ...inputs, usage }, command, { wanted, open, orders, standing })
    const results = judged.map((one) => resultOf(one, orders, standing))
    await writeMoves({ ...context, transaction, client }, command, { judged, results, keep, wanted })
    return results
  })
}

type Locked = {
  readonly wanted: readonly OrderMove[]
  /** With the day on which each would travel now; undefined for a named day that has passed. */
  readonly open: readonly (LockedOrder & { readonly newDay: Day | undefined })[]
  readonly orders: ReadonlyMap<string, CommandedOrder>
  readonly standing: ReadonlyMap<string, readonly StandingConsignment[]>
}

/**
 * Judges the orders one after the other; each sees the capacity that the earlier ones took and left. Those that exchange
 * places first give up theirs; one that cannot move keeps them, and the others are judged again.
 */
function judgeAll(inputs: AllocationInputs, command: MoveCommand, of: Locked): Judged[] {
  const byNumber = new Map(of.open.map((order) => [order.orderNumber, order]))
  const toMove = of.wanted.flatMap((want) => {
    const [order, rows] = [byNumber.get(want.orderNumber), of.standing.get(want.orderNumber) ?? []]
    return order && command.isToMove(rows, inputs) ? [{ want, order, rows }] : []
  })
  const refused = new Map<OpenMove, Judged>()
  for (;;) {
    const moving = toMove.filter((one) => !refused.has(one))
    let usage = command.isExchange
      ? subtractUsage(
          inputs.usage,
          moving.flatMap(({ rows }) => rows),
        )
      : inputs.usage
    const judged = new Map<OpenMove, Judged>()
    const before = refused.size
    for (const one of moving) {
      const others = command.isExchange ? usage : subtractUsage(usage, one.rows)
      const result = judgeOne({ ...inputs, usage: others }, one, of.orders)
      if (result.decided) judged.set(one, result)
      else refused.set(one, result)
      if (result.takes) usage = addTakes(others, result.takes)
    }
    if (!command.isExchange || refused.size === before)
      return toMove.flatMap((one) => refused.get(one) ?? judged.get(one) ?? [])
  }
}

type OpenMove = {
  readonly want: OrderMove
  readonly order: Locked['open'][number]
  readonly rows: readonly StandingConsignment[]
}

function judgeOne(inputs: AllocationInputs, { want, order }: OpenMove, orders: Locked['orders']): Judged {
  const { orderNumber } = order
  const stays = whyCarrierStays(order.status)
  if (stays) return { orderNumber, message: `Order ${orderNumber} ${stays}` }
  if (want.version !== undefined && want.version !== orders.get(orderNumber)?.version)
    return { orderNumber, message: CHANGED_SINCE }
  if (order.newDay === undefined) return { orderNumber, message: 'Its named day has passed. Amend its day first' }
  const input = {
    ...order,
    despatchDay: order.newDay,
    assigned: want.assigned,
    ...(want.before && { before: want.before }),
  }
  const { decided, takes } = decideOrders(inputs, [input])
  const methods = decided.map(({ chosen }) => chosen?.method.clientMethodID ?? null)
  if (want.isOnlyIfExact && !isAsWanted(methods, want.assigned.methods))
    return { orderNumber, message: 'Its carrier can no longer take it' }
  return { orderNumber, message: movedText(orderNumber, decided), order: input, decided, takes }
}

function addTakes(usage: Usage, takes: readonly CapacityTake[]): Usage {
  const next = new Map(usage)
  for (const take of takes) {
    const key = usageKey(take.carrier, take.day)
    next.set(key, (next.get(key) ?? 0) + take.parcels)
  }
  return next
}

/** Whether all consignments get the methods that are wanted. One that had none may get any. */
export const isAsWanted = (methods: readonly (string | null)[], wanted: readonly (string | null)[]): boolean =>
  methods.length === wanted.length && wanted.every((method, index) => method === null || method === methods[index])

/** 'Order 12 goes with Evri Standard (Evri).' or why it has no carrier now. */
function movedText(orderNumber: string, decided: readonly DecidedConsignment[]): string {
  const whys = [...new Set(decided.flatMap(({ chosen, why }) => (chosen ? [] : [why])))]
  if (whys.length > 0) return `Order ${orderNumber} has no carrier now. ${whys.join('. ')}.`
  const names = decided.flatMap(({ chosen }) =>
    chosen ? [methodText({ ...chosen.method, carrierName: chosen.carrierName })] : [],
  )
  return `Order ${orderNumber} goes with ${[...new Set(names)].join(' and ')}.`
}

function resultOf(
  { orderNumber, message, decided }: Judged,
  orders: Locked['orders'],
  standing: Locked['standing'],
): MoveResult {
  const order = orders.get(orderNumber)
  if (!decided || !order) return { orderNumber, message }
  const consignments = (standing.get(orderNumber) ?? []).map(({ number, by_hand, held_to, client_method_id }) => ({
    number,
    heldTo: held_to,
    choice: by_hand?.ended === undefined ? by_hand : null,
    clientMethodID: client_method_id,
  }))
  return {
    orderNumber,
    message,
    moved: { order, before: { consignments }, isLeft: decided.some(({ chosen }) => !chosen) },
  }
}

type Writing = StreamingContext & { readonly transaction: Transaction; readonly client: string }

async function writeMoves(
  context: Writing,
  { act, note, action, commandId }: MoveCommand,
  {
    judged,
    results,
    keep,
    wanted,
  }: {
    judged: readonly Judged[]
    results: readonly MoveResult[]
    keep: KeepResults
    wanted: readonly OrderMove[]
  },
): Promise<void> {
  if (results.length === 0) return
  const { transaction, client, now, caller } = context
  const on = { transaction, client, now, byName: caller.username }
  const moved = judged.flatMap(({ order, decided }) => (order && decided ? [{ order, decided }] : []))
  const noteOf = new Map(wanted.map((want) => [want.orderNumber, want.note]))
  const dayOfOrder = new Map(moved.map(({ order }) => [order.orderNumber, order.despatchDay]))
  const changes = results.flatMap(({ orderNumber, moved: done }) => {
    if (!done) return []
    const { order } = done
    const despatchDay = dayOfOrder.get(orderNumber) ?? order.despatch_date
    const notes = [noteOf.get(orderNumber) ?? note, dayChangeNote(order, despatchDay)].filter(Boolean).join('. ')
    return [{ order, status: order.status, suspendedFor: order.suspended_for, despatchDay, note: notes }]
  })
  const audited = action === 'undo' ? 'order.undone' : 'order.allocated'
  context.audited.push(audited)
  await inOrder([
    changeOrders(transaction, { client, at: now, byName: caller.username }, act, changes),
    keep(transaction, results),
    writeAudit(transaction, {
      context,
      clientCode: client,
      userId: caller.userId,
      byName: caller.username,
      act: audited,
      object: results.length === 1 ? `order ${results[0]?.orderNumber}` : `${results.length} orders`,
      after: { command: commandId, action, done: changes.length, refused: results.length - changes.length },
    }),
  ])
  const names = moved.map(({ order }) => order.orderNumber)
  await releaseCapacity(transaction, { client, orderNumbers: names, at: now, isAllocatedAgain: true })
  const takes = new CapacityReservations()
  const decided = moved.flatMap(({ decided: all }) => all)
  for (const one of judged) for (const take of one.takes ?? []) takes.add(take)
  if (!(await saveDecisions(on, decided, takes.all())))
    throw new Error('Capacity was refused that nobody else could take')
}

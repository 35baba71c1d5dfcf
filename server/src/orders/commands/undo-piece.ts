import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { type Day, dayOf, type DaysOff } from '@despatch/domain/calendar/day'
import { CHANGED_SINCE, COMMAND_DONE, undoneText } from '@despatch/domain/orders/commands/command-text'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { attentionOf, stoppedText, stoppingLacks } from '@despatch/domain/orders/needs-attention'
import { NAMED_DAY_PASSED, noCarrierText } from '@despatch/domain/orders/commands/order-verdict'
import { sql } from 'kysely'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import { type LockedOrder, lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { allocateWaitingOrders } from '../../routing/allocation/allocate-waiting-orders.ts'
import { allocateTrial, type Trial, tryAllocation, withTrial } from '../../routing/allocation/try-allocation.ts'
import type { StreamingContext } from '../../http/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { loadClientSettings } from '../../administration/clients/load-client-settings.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { inClient } from '../../database/in-client.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import { changeOrders, type CommandedOrder, dayChangeNote, type OrderChange } from './change-orders.ts'
import { holdReturnsOf, whyNotReplaced } from './replacements.ts'
import { shortagesOfUndo } from './undo-shortages.ts'
import { exceptionMessages, updateReceiptMessages } from './update-receipt-messages.ts'

type ReceiptToUndo = {
  order_number: string
  action: OrderCommand
  status_before: OrderStatus
  suspended_for_before: string
  version_after: number
  /** The command released its capacity. */
  gave_back: boolean
}

/** `quantity` is its number of pieces. */
type OrderToUndo = CommandedOrder & { quantity: number }
type UndoChange = OrderChange & { order: OrderToUndo }

type UnchangedOrder = { orderNumber: string; message: string }

/**
 * Undoes a command for some orders of a client in one transaction. Returns the orders that stay unchanged, with the
 * reason; orders that were undone earlier are not among them.
 */
export function undoPiece(
  context: StreamingContext,
  input: { commandId: string; client: string; orderNumbers: readonly string[] },
): Promise<UnchangedOrder[]> {
  return withTrial((isCapacityHeld) => tryUndo(context, input, isCapacityHeld))
}

function tryUndo(
  context: StreamingContext,
  input: { commandId: string; client: string; orderNumbers: readonly string[] },
  isCapacityHeld: boolean,
): Promise<UnchangedOrder[]> {
  const { database, caller, now } = context
  const { client } = input
  return inClient(database, client, async (transaction) => {
    const [, { orders, receipts }, , daysOff, { settings }] = await inOrder([
      holdReturnsOf(transaction, client, input.orderNumbers),
      lockPiece(transaction, input),
      refuseChangedCaller(transaction, caller),
      clientDaysOff(transaction, client),
      loadClientSettings(transaction, client),
    ])
    const unchanged: UnchangedOrder[] = []
    const changes: UndoneOrder[] = []
    for (const receipt of receipts) {
      const change = toUndoChange(receipt, orders.get(receipt.order_number), { today: dayOf(now), daysOff })
      if (typeof change === 'string') unchanged.push({ orderNumber: receipt.order_number, message: change })
      else changes.push({ receipt, change })
    }
    const on = { transaction, client, now, byName: caller.username, books: context.services.books, isCapacityHeld }
    const short = settings.refuseShort
      ? await shortagesOfUndo(
          on,
          changes.map(({ change }) => change),
        )
      : new Map<string, string>()
    const replaced = await whyNotReplaced(
      transaction,
      client,
      changes.flatMap(({ change: { order, status } }) =>
        order.status === 'C' && status !== 'C' ? { orderNumber: order.order_number, pieces: order.quantity } : [],
      ),
    )
    const reasons = new Map([...short, ...replaced])
    for (const [orderNumber, message] of reasons) unchanged.push({ orderNumber, message })
    const able = changes.filter(({ receipt }) => !reasons.has(receipt.order_number))
    const { undone, refused, trial, others } = await tryReleasingAgain(on, able, settings.refuseUnmeasured)
    unchanged.push(...refused)
    if (undone.length === 0) return unchanged
    await inOrder([
      changeOrders(
        transaction,
        { client, at: now, byName: caller.username },
        'Undone',
        undone.map(({ change }) => change),
      ),
      markUndone(transaction, { ...input, at: now }, undone),
      auditPiece(transaction, context, input, { undone, unchanged }),
    ])
    await restoreAllocation(on, input, undone, { trial, others })
    return unchanged
  })
}

/** Locks the orders and then reads their receipts, so that only one of two simultaneous undos finds them. */
async function lockPiece(
  transaction: Transaction,
  { commandId, client, orderNumbers }: { commandId: string; client: string; orderNumbers: readonly string[] },
): Promise<{ orders: ReadonlyMap<string, OrderToUndo>; receipts: ReceiptToUndo[] }> {
  const isNamed = sql`client_code = ${client} and order_number = any (${orderNumbers}::text[])`
  const [orders, receipts] = await inOrder([
    transaction.rows(
      sql<OrderToUndo>`
        select order_number, status, version, dispatch_service, despatch_date, suspended_for, lacks, quantity
        from orders where ${isNamed} order by order_number for no key update`.compile(db),
    ),
    transaction.rows(
      sql<ReceiptToUndo>`
        select order_number, action, status_before, suspended_for_before, version_after,
          exists (
            select from consignments c
            where c.client_code = r.client_code and c.order_number = r.order_number and c.ended_at = r.at
          ) as gave_back
        from order_receipts r
        where ${isNamed} and command_id = ${commandId} and outcome = 'done' and undone_at is null
        order by order_number`.compile(db),
    ),
  ])
  return { orders: new Map(orders.map((order) => [order.order_number, order])), receipts }
}

const needsAllocation = ({ action, gave_back, status_before }: ReceiptToUndo) =>
  action !== 'release' && gave_back && status_before !== 'S'

/** The order after undo, or the reason why it stays unchanged. A passed despatch day moves to the next possible one. */
function toUndoChange(
  receipt: ReceiptToUndo,
  order: OrderToUndo | undefined,
  { today, daysOff }: { today: Day; daysOff: DaysOff },
): UndoChange | string {
  if (!order || order.version !== receipt.version_after) return CHANGED_SINCE
  const despatchDay = needsAllocation(receipt)
    ? recalculateDespatchDay(order.dispatch_service, order.despatch_date, today, daysOff)
    : order.despatch_date
  if (despatchDay === undefined) return NAMED_DAY_PASSED
  return {
    order,
    status: receipt.status_before,
    suspendedFor: receipt.suspended_for_before,
    despatchDay,
    note: [`It is no longer ${COMMAND_DONE[receipt.action]}`, dayChangeNote(order, despatchDay)]
      .filter(Boolean)
      .join('. '),
  }
}

type UndoneOrder = { receipt: ReceiptToUndo; change: UndoChange }
type UndoneOrders = readonly UndoneOrder[]

/**
 * Releases orders again under the usual conditions: without an address, or if no carrier takes it, an order stays
 * unchanged.
 */
async function tryReleasingAgain(
  on: Parameters<typeof tryAllocation>[0],
  able: UndoneOrders,
  refusesUnmeasured: boolean,
): Promise<{
  undone: UndoneOrders
  refused: UnchangedOrder[]
  trial: Trial | undefined
  others: readonly LockedOrder[]
}> {
  const released = able.filter(({ change }) => change.status === 'R')
  const stopped = new Map(
    released.flatMap(({ change: { order } }) => {
      const lacks = stoppingLacks(attentionOf('S', order.lacks ?? 0), { refusesUnmeasured })
      return lacks.length > 0 ? [[order.order_number, stoppedText(lacks)]] : []
    }),
  )
  const toAllocate = new Map(
    able.flatMap(({ receipt, change }) =>
      !stopped.has(receipt.order_number) && (change.status === 'R' || needsAllocation(receipt))
        ? [[receipt.order_number, change]]
        : [],
    ),
  )
  const held = (await lockOrders(on.transaction, on.client, [...toAllocate.keys()]))
    .filter(({ consignments }) => consignments.length === 0)
    .map((order) => ({ ...order, despatchDay: toAllocate.get(order.orderNumber)?.despatchDay ?? order.despatchDay }))
  const isReleased = ({ orderNumber }: LockedOrder) => toAllocate.get(orderNumber)?.status === 'R'
  const others = held.filter((order) => !isReleased(order))
  const trial = await tryAllocation(on, held.filter(isReleased), others)
  const whyNot = (orderNumber: string) => {
    const why = trial?.reasons.get(orderNumber)
    return why === undefined ? stopped.get(orderNumber) : noCarrierText(why)
  }
  return {
    undone: able.filter(({ receipt }) => whyNot(receipt.order_number) === undefined),
    refused: able.flatMap(({ receipt: { order_number: orderNumber } }) => {
      const message = whyNot(orderNumber)
      return message === undefined ? [] : { orderNumber, message }
    }),
    trial,
    others,
  }
}

async function markUndone(
  transaction: Transaction,
  { commandId, client, at }: { commandId: string; client: string; at: Date },
  undone: UndoneOrders,
): Promise<void> {
  const messages = undone.map(({ receipt: { order_number, status_before } }) => ({
    order_number,
    message: undoneText(status_before, order_number),
  }))
  await updateReceiptMessages(transaction, { commandId, client }, messages, { undoneAt: at })
}

/** Capacity comes last: released capacity is taken again, and capacity that a release took is given back. */
async function restoreAllocation(
  on: Parameters<typeof tryAllocation>[0],
  input: { commandId: string; client: string },
  undone: UndoneOrders,
  { trial, others }: { trial: Trial | undefined; others: readonly LockedOrder[] },
): Promise<void> {
  const { transaction, client, now } = on
  const numbers = (which: (one: UndoneOrders[number]['receipt']) => boolean) =>
    undone.filter(({ receipt }) => which(receipt)).map(({ receipt }) => receipt.order_number)
  const suspendedAgain = numbers(({ action, status_before }) => action === 'release' && status_before === 'S')
  if (suspendedAgain.length > 0) return releaseCapacity(transaction, { client, orderNumbers: suspendedAgain, at: now })
  const decided = trial
    ? await allocateTrial(on, trial, others)
    : await allocateWaitingOrders(on, numbers(needsAllocation))
  const before = new Map(undone.map(({ receipt }) => [receipt.order_number, receipt.status_before]))
  await updateReceiptMessages(
    transaction,
    input,
    exceptionMessages(decided, (orderNumber, why) => undoneText(before.get(orderNumber) ?? 'N', orderNumber, why)),
  )
}

async function auditPiece(
  transaction: Transaction,
  context: StreamingContext,
  { commandId, client }: { commandId: string; client: string },
  { undone, unchanged }: { undone: UndoneOrders; unchanged: readonly UnchangedOrder[] },
): Promise<void> {
  const [first] = undone
  context.audited.push('order.undone')
  await writeAudit(transaction, {
    context,
    clientCode: client,
    userId: context.caller.userId,
    byName: context.caller.username,
    act: 'order.undone',
    object: undone.length === 1 ? `order ${first?.receipt.order_number}` : `${undone.length} orders`,
    after: { command: commandId, action: first?.receipt.action, done: undone.length, refused: unchanged.length },
  })
}

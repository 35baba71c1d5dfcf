import type { OrderCommand } from '@despatch/domain/orders/order-verdict'
import { type Day, dayOf, type DaysOff } from '@despatch/domain/calendar/day'
import { CHANGED_SINCE, COMMAND_DONE, undoneWords } from '@despatch/domain/orders/command-words'
import { despatchDayAnew } from '@despatch/domain/orders/despatch-anew'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { NAMED_DAY_PASSED } from '@despatch/domain/orders/order-verdict'
import { sql } from 'kysely'
import { giveBack } from '../allocation/give-back.ts'
import { releaseAllocation } from '../allocation/release-allocation.ts'
import type { LongContext } from '../app/context.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { clientDaysOff } from '../clients/client-calendar.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { inClient } from '../feeds/in-client.ts'
import { refuseChangedCaller } from '../session/open-session.ts'
import { changeOrders, type CommandedOrder, movedNote, type OrderChange } from './change-orders.ts'
import { exceptionsOf, tellReceipts } from './tell-receipts.ts'

type ReceiptToUndo = {
  order_number: string
  action: OrderCommand
  status_before: OrderStatus
  suspended_for_before: string
  version_after: number
  /** The command gave back what stood of its allocation. */
  gave_back: boolean
}

type Kept = { orderNumber: string; message: string }

/**
 * Undoes a command for some orders of a client, in one transaction. Gives those that stay as they are, with the reason. An
 * order that is undone already is neither.
 */
export function undoPiece(
  context: LongContext,
  given: { commandId: string; client: string; orderNumbers: readonly string[] },
): Promise<Kept[]> {
  const { database, caller, now } = context
  const { client } = given
  return inClient(database, client, async (transaction) => {
    const [{ orders, receipts }, , daysOff] = await Promise.all([
      holdPiece(transaction, given),
      refuseChangedCaller(transaction, caller),
      clientDaysOff(transaction, client),
    ])
    const kept: Kept[] = []
    const undone: { receipt: ReceiptToUndo; change: OrderChange }[] = []
    for (const receipt of receipts) {
      const change = changeBack(receipt, orders.get(receipt.order_number), { today: dayOf(now), daysOff })
      if (typeof change === 'string') kept.push({ orderNumber: receipt.order_number, message: change })
      else undone.push({ receipt, change })
    }
    if (undone.length === 0) return kept
    await Promise.all([
      changeOrders(
        transaction,
        { client, at: now, byName: caller.username },
        'Undone',
        undone.map(({ change }) => change),
      ),
      markUndone(transaction, { ...given, at: now }, undone),
      auditPiece(transaction, context, given, { undone, kept }),
    ])
    await allocateBack(transaction, context, given, undone)
    return kept
  })
}

/** Holds the orders, and then reads what is to be undone: two who undo the same at once do not both find it. */
async function holdPiece(
  transaction: Transaction,
  { commandId, client, orderNumbers }: { commandId: string; client: string; orderNumbers: readonly string[] },
): Promise<{ orders: ReadonlyMap<string, CommandedOrder>; receipts: ReceiptToUndo[] }> {
  const isAsked = sql`client_code = ${client} and order_number = any (${orderNumbers}::text[])`
  const [orders, receipts] = await Promise.all([
    transaction.rows(
      sql<CommandedOrder>`select order_number, status, version, dispatch_service, despatch_date, suspended_for
        from orders where ${isAsked} order by order_number for no key update`.compile(db),
    ),
    transaction.rows(
      sql<ReceiptToUndo>`select order_number, action, status_before, suspended_for_before, version_after,
          exists (
            select from consignments c
            where c.client_code = r.client_code and c.order_number = r.order_number and c.ended_at = r.at
          ) as gave_back
        from order_receipts r
        where ${isAsked} and command_id = ${commandId} and outcome = 'done' and undone_at is null
        order by order_number`.compile(db),
    ),
  ])
  return { orders: new Map(orders.map((order) => [order.order_number, order])), receipts }
}

const isAllocatedAgain = ({ action, gave_back, status_before }: ReceiptToUndo) =>
  action !== 'release' && gave_back && status_before !== 'S'

/** What an order becomes when a command is undone; a text says why it stays as it is. A day that has passed is not gone back to. */
function changeBack(
  receipt: ReceiptToUndo,
  order: CommandedOrder | undefined,
  { today, daysOff }: { today: Day; daysOff: DaysOff },
): OrderChange | string {
  if (!order || order.version !== receipt.version_after) return CHANGED_SINCE
  const despatchDay = isAllocatedAgain(receipt)
    ? despatchDayAnew(order.dispatch_service, order.despatch_date, today, daysOff)
    : order.despatch_date
  if (despatchDay === undefined) return NAMED_DAY_PASSED
  return {
    order,
    status: receipt.status_before,
    suspendedFor: receipt.suspended_for_before,
    despatchDay,
    note: [`It is no longer ${COMMAND_DONE[receipt.action]}`, movedNote(order, despatchDay)].filter(Boolean).join('. '),
  }
}

type Undone = readonly { receipt: ReceiptToUndo; change: OrderChange }[]

async function markUndone(
  transaction: Transaction,
  { commandId, client, at }: { commandId: string; client: string; at: Date },
  undone: Undone,
): Promise<void> {
  const told = undone.map(({ receipt: { order_number, status_before } }) => ({
    order_number,
    message: undoneWords(status_before, order_number),
  }))
  await tellReceipts(transaction, { commandId, client }, told, { undoneAt: at })
}

/** Capacity is asked for last: what was given back is taken again, what a release had taken is given back. */
async function allocateBack(
  transaction: Transaction,
  { caller, now, portal }: LongContext,
  given: { commandId: string; client: string },
  undone: Undone,
): Promise<void> {
  const { client } = given
  const numbers = (which: (one: Undone[number]['receipt']) => boolean) =>
    undone.filter(({ receipt }) => which(receipt)).map(({ receipt }) => receipt.order_number)
  const suspendedAgain = numbers(({ action, status_before }) => action === 'release' && status_before === 'S')
  if (suspendedAgain.length > 0) return giveBack(transaction, { client, orderNumbers: suspendedAgain, at: now })
  const decided = await releaseAllocation(
    { transaction, client, now, byName: caller.username, books: portal.books },
    numbers(isAllocatedAgain),
  )
  const before = new Map(undone.map(({ receipt }) => [receipt.order_number, receipt.status_before]))
  await tellReceipts(
    transaction,
    given,
    exceptionsOf(decided, (orderNumber, why) => undoneWords(before.get(orderNumber) ?? 'N', orderNumber, why)),
  )
}

async function auditPiece(
  transaction: Transaction,
  context: LongContext,
  { commandId, client }: { commandId: string; client: string },
  { undone, kept }: { undone: Undone; kept: readonly Kept[] },
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
    after: { command: commandId, action: first?.receipt.action, done: undone.length, refused: kept.length },
  })
}

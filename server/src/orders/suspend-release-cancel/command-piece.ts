import { type Act, masked } from '@despatch/domain/administration/activity/acts'
import { dayOf, type DaysOff } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/enquiries/messages'
import { COMMAND_ACTS, COMMAND_DONE, doneWords } from '@despatch/domain/orders/suspend-release-cancel/command-words'
import { despatchDayAnew } from '@despatch/domain/orders/amend/despatch-anew'
import { statusAfter } from '@despatch/domain/orders/order-status'
import {
  noCarrierWords,
  type OrderCommand,
  orderVerdict,
} from '@despatch/domain/orders/suspend-release-cancel/order-verdict'
import { type RawBuilder, sql } from 'kysely'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import { holdOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { keepTrial, tryAllocation, withTrial } from '../../routing/allocation/try-allocation.ts'
import type { StreamingContext } from '../../http/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { clientSettingsOf } from '../../administration/clients/kept-settings.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { isNamed, lookUpByKey, namedOrders, ofNamed } from '../../database/by-key.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { inClient } from '../../database/in-client.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import { changeOrders, type CommandedOrder, movedNote, type OrderChange } from './change-orders.ts'
import { isMatched, type Selection } from './command-selection.ts'
import { actionable } from '../list-orders-to-act-on.ts'

/** What is commanded. `reason` is one of the list, for suspending. */
export type CommandGiven = {
  action: OrderCommand
  commandId: string
  selection: Selection
  reason: string
  note: string
}

type Judged = { orderNumber: string; message: string; change: OrderChange | undefined }

/**
 * Does a command to some orders of a client, in one transaction: what may not be done is refused with words, and all that
 * have no receipt of the command get theirs. An order that has one is left as it is; one that matches the filter no more
 * is none of the command's. Gives how many receipts were written.
 */
export function executeBatch(
  context: StreamingContext,
  given: CommandGiven,
  client: string,
  orderNumbers: readonly string[],
): Promise<number> {
  return withTrial((isCapacityHeld) => attempt(context, given, { client, orderNumbers, isCapacityHeld }))
}

type Piece = { client: string; orderNumbers: readonly string[]; isCapacityHeld: boolean }

function attempt(
  context: StreamingContext,
  given: CommandGiven,
  { client, orderNumbers, isCapacityHeld }: Piece,
): Promise<number> {
  const { database, caller, now } = context
  const byName = caller.username
  return inClient(database, client, async (transaction) => {
    const [, held, , daysOff, { settings }] = await inOrder([
      lookUpByKey(transaction),
      holdPiece(transaction, given, client, orderNumbers),
      refuseChangedCaller(transaction, caller),
      clientDaysOff(transaction, client),
      clientSettingsOf(transaction, client),
    ])
    const grounds = { held, now, daysOff, refusesUnmeasured: settings.refuseUnmeasured }
    const asked = orderNumbers
      .filter((orderNumber) => !held.receipted.has(orderNumber))
      .flatMap((orderNumber) => judge(given, orderNumber, grounds) ?? [])
    if (asked.length === 0) return 0
    const on = { transaction, client, now, byName, books: context.services.books, isCapacityHeld }
    const releasing = given.action === 'release' ? await tryToRelease(on, held, asked) : undefined
    const judged = releasing?.judged ?? asked
    const changes = judged.flatMap(({ change }) => change ?? [])
    await inOrder([
      changeOrders(transaction, { client, at: now, byName }, COMMAND_ACTS[given.action], changes),
      writeReceipts(transaction, context, given, client, judged),
      auditPiece(transaction, context, given, client, judged),
    ])
    // The capacity of a day is what all orders wait for: it is asked for last.
    if (releasing) await releasing.keep()
    else {
      const done = changes.map(({ order }) => order.order_number)
      await releaseCapacity(transaction, { client, orderNumbers: done, at: now })
    }
    return judged.length
  })
}

/**
 * Tries to allocate the orders that are to be released and of which nothing stands: those that no carrier takes are refused.
 * A new one of these is kept as a routing exception, as it would have been when it was made.
 */
async function tryToRelease(
  on: Parameters<typeof tryAllocation>[0],
  { standing }: Held,
  asked: readonly Judged[],
): Promise<{ judged: readonly Judged[]; keep: () => Promise<unknown> }> {
  const toTry = new Map(
    asked.flatMap(({ orderNumber, change }) =>
      change && (change.order.status === 'S' || !standing.has(orderNumber)) ? [[orderNumber, change]] : [],
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
      return why === undefined ? one : { ...one, message: noCarrierWords(why), change: undefined }
    }),
    keep: () =>
      keepTrial(
        on,
        trial,
        orders.filter((order) => trial.without.has(order.orderNumber) && isNew(order)),
      ),
  }
}

type Held = {
  orders: ReadonlyMap<string, CommandedOrder>
  receipted: ReadonlySet<string>
  /** Of those that are to be released: whether anything stands of their allocation. */
  standing: ReadonlySet<string>
}

/** Holds the orders of a piece that match. Each statement sees what was committed before it began: what is read after the lock holds. */
async function holdPiece(
  transaction: Transaction,
  { action, commandId, selection }: CommandGiven,
  client: string,
  orderNumbers: readonly string[],
): Promise<Held> {
  const named = namedOrders(orderNumbers)
  const filter = selection.matching && actionable(selection.matching)
  const numbers = async (lookUp: RawBuilder<unknown>) => {
    const rows = await transaction.rows(
      sql<{ order_number: string }>`select r.* from ${named} cross join lateral (
          select order_number ${lookUp} limit 1
        ) r`.compile(db),
    )
    return new Set(rows.map(({ order_number }) => order_number))
  }
  const [orders, receipted, standing] = await inOrder([
    transaction.rows(
      sql<CommandedOrder>`select o.* from ${named} cross join lateral (
          select order_number, status, version, dispatch_service, despatch_date, suspended_for, lacks
          from orders where ${isNamed(client)} ${filter ? isMatched(filter, selection.except) : sql``}
          order by order_number limit 1 for no key update
        ) o`.compile(db),
    ),
    numbers(sql`from order_receipts where ${isNamed(client)} and command_id = ${commandId} order by order_number`),
    action === 'release'
      ? numbers(sql`from consignments where ${ofNamed(client)} and ended_at is null order by attempt, number`)
      : Promise.resolve(new Set<string>()),
  ])
  return { orders: new Map(orders.map((order) => [order.order_number, order])), receipted, standing }
}

/** What becomes of an order; undefined for one that matches the filter no more. */
function judge(
  { action, selection, reason, note }: CommandGiven,
  orderNumber: string,
  { held, now, daysOff, refusesUnmeasured }: { held: Held; now: Date; daysOff: DaysOff; refusesUnmeasured: boolean },
): Judged | undefined {
  const order = held.orders.get(orderNumber)
  if (!order)
    return selection.matching ? undefined : { orderNumber, message: noDataAvailable(orderNumber), change: undefined }
  const { status, dispatch_service: service, despatch_date: day } = order
  const isUntried = status === 'S' || !held.standing.has(orderNumber)
  const isToAllocate = action === 'release' && isUntried
  const today = dayOf(now)
  const verdict = orderVerdict(action, {
    status,
    service,
    isOverdue: isToAllocate && day < today,
    isUntried,
    lacks: order.lacks ?? 0,
    refusesUnmeasured,
  })
  if (!verdict.isAllowed) return { orderNumber, message: verdict.words, change: undefined }
  const despatchDay = (isToAllocate && despatchDayAnew(service, day, today, daysOff)) || day
  return {
    orderNumber,
    message: doneWords(action, orderNumber),
    change: {
      order,
      status: statusAfter(status, action),
      suspendedFor: reason,
      despatchDay,
      note: [reason, note, movedNote(order, despatchDay)].filter(Boolean).join(': '),
    },
  }
}

async function writeReceipts(
  transaction: Transaction,
  { caller, now }: StreamingContext,
  { action, commandId }: CommandGiven,
  client: string,
  judged: readonly Judged[],
): Promise<void> {
  const rows = judged.map(({ orderNumber, message, change }) => ({
    order_number: orderNumber,
    outcome: change ? 'done' : 'refused',
    message,
    status_before: change?.order.status ?? null,
    suspended_for_before: change?.order.suspended_for ?? null,
    version_after: change ? change.order.version + 1 : null,
  }))
  // The same command, sent twice at once, can come upon the same order only where there is none to hold.
  await transaction.write(
    sql`insert into order_receipts (client_code, command_id, user_id, at, action, order_number, outcome, message,
        status_before, suspended_for_before, version_after)
      select ${client}, ${commandId}, ${caller.userId}, ${now}, ${action}, r.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (order_number text, outcome text, message text,
        status_before text, suspended_for_before text, version_after int)
      on conflict do nothing`.compile(db),
  )
}

/** A piece is audited with what it does: a command of many pieces has a row of each, and none is lost if it breaks off. */
async function auditPiece(
  transaction: Transaction,
  context: StreamingContext,
  { action, commandId, reason, note }: CommandGiven,
  client: string,
  judged: readonly Judged[],
): Promise<void> {
  const act = `order.${COMMAND_DONE[action]}` as const satisfies Act
  const done = judged.filter(({ change }) => change).length
  context.audited.push(act)
  await writeAudit(transaction, {
    context,
    clientCode: client,
    userId: context.caller.userId,
    byName: context.caller.username,
    act,
    object: judged.length === 1 ? `order ${judged[0]?.orderNumber}` : `${judged.length} orders`,
    after: {
      command: commandId,
      done,
      refused: judged.length - done,
      ...(reason && { reason }),
      ...(note && { note: masked(note) }),
    },
  })
}

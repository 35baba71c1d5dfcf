import { CARRIER_LACK } from '@despatch/domain/orders/needs-attention'
import { type Day, dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { parseMoney } from '@despatch/domain/money/money'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import { changesNote, type OrderChanges } from '@despatch/domain/orders/order-fields'
import { NAMED_DAY_PASSED } from '@despatch/domain/orders/commands/order-verdict'
import { amendmentUndoneText, changesBack, keptAmendment } from '@despatch/domain/orders/amend/undone-amendment'
import { sql } from 'kysely'
import { writeOrderHistory } from '../../routing/order-version.ts'
import { reallocate } from '../../routing/allocation/reallocate.ts'
import { routingOf } from '../../routing/allocation/allocate-orders.ts'
import { groundsFor, type HeldOrder, holdOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { regionOf } from '../../routing/allocation/regions.ts'
import type { StreamingContext } from '../../http/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { db } from '../../database/sql.ts'
import { holdExchanges, holdReturnsOf, whyNotReplaced } from '../commands/replacements.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { inClient } from '../../database/in-client.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import { drawnBy, type LinesChanged, risingSkus, shortagesOfAmended, shortText } from '../../stock/refuse-short.ts'
import type { Amendment } from './amendment.ts'
import { lineRows } from '../order-lines.ts'
import { rowLackBits } from '../order-lacks.ts'
import type { OrderColumns } from '../present.ts'
import { oneOrder } from '../queries.ts'
import { updateReceiptMessages } from '../commands/update-receipt-messages.ts'

/**
 * An order as it was before it was amended. Amounts are decimal texts. What it lacks is no part of it: a SKU may have been
 * measured since.
 */
export type AmendedFrom = {
  readonly order: Omit<Amendment['set'], 'lacks'> & Pick<OrderColumns, 'quantity' | 'item_count' | 'total_value'>
  /** null where the amendment left them as they were. */
  readonly lines: readonly { SKU: string; quantity: number; unit: string; total: string }[] | null
  readonly changes: OrderChanges
}

type Given = { commandId: string; client: string; orderNumbers: readonly string[] }
type Kept = { orderNumber: string; message: string }
/** What the amendment left behind; `methods` took the order before it, by their ids. */
type AmendmentReceipt = { version_after: number; before: AmendedFrom; methods: string[] }

/**
 * Undoes an amendment in one transaction: lines, address, service and day are as they were, as a new version, and the order
 * is allocated again; its receipt says what takes it now, where that is something else. Of a client that refuses shortages it
 * stays as it is where others have taken the stock. Gives the order that stays as it is, with the reason; one that is undone
 * already is none.
 */
export function undoAmendment(context: StreamingContext, given: Given): Promise<Kept[]> {
  const { database, caller, now, services } = context
  const { commandId, client } = given
  const [orderNumber = ''] = given.orderNumbers
  return inClient(database, client, async (transaction) => {
    // Asked behind the lock: two who undo the same at once do not both find it.
    const [, [held], [was], receipt, , daysOff] = await inOrder([
      holdReturnsOf(transaction, client, [orderNumber]),
      holdOrders(transaction, client, [orderNumber]),
      transaction.rows(oneOrder(client, orderNumber)),
      receiptOf(transaction, { commandId, client, orderNumber }),
      refuseChangedCaller(transaction, caller),
      clientDaysOff(transaction, client),
    ])
    if (!receipt) return []
    const kept = keptAmendment(was, receipt.version_after)
    if (kept !== undefined || !held || !was) return [{ orderNumber, message: kept ?? '' }]
    const { order: before, lines } = receipt.before
    const isAllocated = was.status !== 'S'
    // A day that has passed is not gone back to.
    const despatchDay = isAllocated
      ? recalculateDespatchDay(before.dispatch_service, before.despatch_date, dayOf(now), daysOff)
      : before.despatch_date
    if (despatchDay === undefined) return [{ orderNumber, message: NAMED_DAY_PASSED }]
    const linesNow = held.lines.map(({ sku, quantity }) => ({ SKU: sku, quantity }))
    const changed = { lines: lines ?? linesNow, before: linesNow }
    const why = await tryPuttingBack(transaction, context, given, { was, receipt, despatchDay, ...changed })
    if (why !== undefined) return [{ orderNumber, message: why }]
    context.audited.push('order.undone')
    const order: HeldOrder = {
      ...held,
      service: before.dispatch_service,
      country: before.country,
      region: await regionOf(transaction, before.country, before.post_code),
      despatchDay,
      lines: lines?.map(({ SKU, quantity }) => ({ sku: SKU, quantity })) ?? held.lines,
    }
    // The capacity of a day is what all orders wait for: it is asked for last.
    const on = { transaction, client, now, byName: caller.username, books: services.books }
    const decided = isAllocated ? await reallocate(on, order, await groundsFor(on, [order])) : []
    const { exception } = routingOf(decided)
    const methods = decided.flatMap(({ chosen }) =>
      chosen
        ? { id: chosen.method.clientMethodID, words: `${chosen.carrierName}: ${chosen.method.methodDescription}` }
        : [],
    )
    const message = amendmentUndoneText(orderNumber, receipt.methods, { methods, exception })
    await updateReceiptMessages(transaction, given, [{ order_number: orderNumber, message }], { undoneAt: now })
    return []
  })
}

/** The receipt, as long as the amendment is not undone; with the methods that the amendment gave back. */
function receiptOf(
  transaction: Transaction,
  { commandId, client, orderNumber }: { commandId: string; client: string; orderNumber: string },
): Promise<AmendmentReceipt | undefined> {
  return transaction.row(
    sql<AmendmentReceipt>`select version_after, before, array(
        select client_method_id from consignments c
        where c.client_code = r.client_code and c.order_number = r.order_number and c.ended_at = r.at
          and c.client_method_id is not null
      ) as methods
      from order_receipts r
      where client_code = ${client} and command_id = ${commandId} and order_number = ${orderNumber} and undone_at is null`.compile(
      db,
    ),
  )
}

/** What changes as an amendment is undone; the day it goes to is not the one that was asked for then. */
function changesOnReturn(changes: OrderChanges, from: Day, to: Day): OrderChanges {
  const { date: _asked, ...others } = changesBack(changes)
  return from === to ? others : { ...others, date: { before: formatDayShort(from), after: formatDayShort(to) } }
}

/** Puts the order back; where that may not be it stays as it is, and this gives why. */
async function tryPuttingBack(
  transaction: Transaction,
  context: StreamingContext,
  given: Given,
  { lines, before, ...back }: ToPutBack & LinesChanged,
): Promise<string | undefined> {
  const { client } = given
  const { was, receipt } = back
  const { order_number: orderNumber, status, suspended_for: suspendedFor } = was
  const rising = await risingSkus(transaction, client, { lines, before })
  if (rising.length > 0) {
    const replaced = await whyNotReplaced(transaction, client, [{ orderNumber, pieces: receipt.before.order.quantity }])
    const why = replaced.get(orderNumber)
    if (why !== undefined) return why
  }
  const drawn = await drawnBy(transaction, client, orderNumber)
  await transaction.write(sql`savepoint before_undoing`.compile(db))
  await putBack(transaction, context, given, back)
  const short = await shortagesOfAmended(transaction, client, { orderNumber, lines, before, drawn })
  if (short.length > 0) {
    await transaction.write(sql`rollback to savepoint before_undoing`.compile(db))
    return shortText(short)
  }
  await holdExchanges(transaction, client, [{ orderNumber, status, suspendedFor }])
  return undefined
}

type ToPutBack = { was: OrderColumns; receipt: AmendmentReceipt; despatchDay: Day }

/** Writes the order as it was, as its next version, with its history and the audit. */
async function putBack(
  transaction: Transaction,
  context: StreamingContext,
  { commandId, client }: Given,
  { was, receipt, despatchDay }: ToPutBack,
): Promise<void> {
  const { caller, now } = context
  const { order, lines, changes } = receipt.before
  const key = { client_code: client, order_number: was.order_number }
  const version = was.version + 1
  const back = changesOnReturn(changes, was.despatch_date, despatchDay)
  const lacks = rowLackBits({ ...was, ...order }) | ((was.lacks ?? 0) & CARRIER_LACK)
  await inOrder([
    lines && transaction.write(db.deleteFrom('order_lines').where((is) => is.and(key))),
    lines &&
      transaction.write(
        db.insertInto('order_lines').values(
          lineRows(
            key,
            lines.map((line) => ({ ...line, unit: parseMoney(line.unit), total: parseMoney(line.total) })),
          ),
        ),
      ),
    // After its lines: what it lacks of goods is that of the lines that are back.
    transaction.write(
      db
        .updateTable('orders')
        .set({
          ...order,
          despatch_date: despatchDay,
          version,
          lacks: sql<number>`${lacks}::int | order_goods_lacks(client_code, order_number)`,
        })
        .where((is) => is.and(key)),
    ),
    writeOrderHistory(
      { transaction, client, now, byName: caller.username },
      {
        orderNumber: was.order_number,
        version,
        status: was.status,
        act: 'Amendment undone',
        note: changesNote(back),
        changes: back,
      },
    ),
    writeAudit(transaction, {
      context,
      clientCode: client,
      userId: caller.userId,
      byName: caller.username,
      act: 'order.undone',
      object: `order ${was.order_number}`,
      after: { command: commandId, action: 'amend', done: 1, refused: 0, version, changed: Object.keys(back) },
    }),
  ])
}

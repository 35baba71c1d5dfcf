import { CARRIER_LACK } from '@despatch/domain/orders/needs-attention'
import { type Day, dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { parseMoney } from '@despatch/domain/money/money'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import { changesNote, type OrderChanges } from '@despatch/domain/orders/order-fields'
import { NAMED_DAY_PASSED } from '@despatch/domain/orders/commands/order-verdict'
import { amendmentUndoneText, reverseChanges, whyNotUndoAmendment } from '@despatch/domain/orders/amend/undo-amendment'
import { sql } from 'kysely'
import { writeOrderHistory } from '../../routing/order-version.ts'
import { reallocate } from '../../routing/allocation/reallocate.ts'
import { presentRouting } from '../../routing/allocation/allocate-orders.ts'
import { loadAllocationInputs, type LockedOrder, lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { regionOf } from '../../routing/allocation/regions.ts'
import type { StreamingContext } from '../../http/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { db } from '../../database/sql.ts'
import { recheckExchanges, holdReturnsOf, whyNotReplaced } from '../commands/replacements.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { inClient } from '../../database/in-client.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import {
  piecesDrawnBy,
  type LinesChanged,
  risingSkus,
  shortagesOfAmended,
  shortText,
} from '../../stock/refuse-short.ts'
import type { Amendment } from './amendment.ts'
import { lineRows } from '../order-lines.ts'
import { rowLackBits } from '../order-lacks.ts'
import type { OrderColumns } from '../present.ts'
import { oneOrder } from '../queries.ts'
import { updateReceiptMessages } from '../commands/update-receipt-messages.ts'

/**
 * An order before its amendment. Amounts are decimal texts. Lacks are not included: a SKU may have been measured since.
 */
export type OrderBeforeAmendment = {
  readonly order: Omit<Amendment['set'], 'lacks'> & Pick<OrderColumns, 'quantity' | 'item_count' | 'total_value'>
  /** Null if the amendment did not change them. */
  readonly lines: readonly { SKU: string; quantity: number; unit: string; total: string }[] | null
  readonly changes: OrderChanges
}

type UndoInput = { commandId: string; client: string; orderNumbers: readonly string[] }
type UnchangedOrder = { orderNumber: string; message: string }
/** The amendment's receipt; `methods` lists the ids of the methods before it. */
type AmendmentReceipt = { version_after: number; before: OrderBeforeAmendment; methods: string[] }

/**
 * Undoes an amendment in one transaction: restores lines, address, service and day as a new version and allocates
 * again. The receipt names the methods if they differ. The order stays unchanged if the client refuses shortages and
 * the stock is gone. Returns the order with the reason if it stays unchanged; nothing if it was undone now or earlier.
 */
export function undoAmendment(context: StreamingContext, input: UndoInput): Promise<UnchangedOrder[]> {
  const { database, caller, now, services } = context
  const { commandId, client } = input
  const [orderNumber = ''] = input.orderNumbers
  return inClient(database, client, async (transaction) => {
    // Read after the lock, so that only one of two simultaneous undos finds the receipt.
    const [, [held], [was], receipt, , daysOff] = await inOrder([
      holdReturnsOf(transaction, client, [orderNumber]),
      lockOrders(transaction, client, [orderNumber]),
      transaction.rows(oneOrder(client, orderNumber)),
      readReceipt(transaction, { commandId, client, orderNumber }),
      refuseChangedCaller(transaction, caller),
      clientDaysOff(transaction, client),
    ])
    if (!receipt) return []
    const whyUnchanged = whyNotUndoAmendment(was, receipt.version_after)
    if (whyUnchanged !== undefined || !held || !was) return [{ orderNumber, message: whyUnchanged ?? '' }]
    const { order: before, lines } = receipt.before
    const isAllocated = was.status !== 'S'
    // A passed day is replaced by the next possible one.
    const despatchDay = isAllocated
      ? recalculateDespatchDay(before.dispatch_service, before.despatch_date, dayOf(now), daysOff)
      : before.despatch_date
    if (despatchDay === undefined) return [{ orderNumber, message: NAMED_DAY_PASSED }]
    const linesNow = held.lines.map(({ sku, quantity }) => ({ SKU: sku, quantity }))
    const changed = { lines: lines ?? linesNow, before: linesNow }
    const why = await tryRestoring(transaction, context, input, { was, receipt, despatchDay, ...changed })
    if (why !== undefined) return [{ orderNumber, message: why }]
    context.audited.push('order.undone')
    const order: LockedOrder = {
      ...held,
      service: before.dispatch_service,
      country: before.country,
      region: await regionOf(transaction, before.country, before.post_code),
      postcode: before.post_code,
      despatchDay,
      lines: lines?.map(({ SKU, quantity }) => ({ sku: SKU, quantity })) ?? held.lines,
    }
    // Lock capacity rows last: every order needs them.
    const on = { transaction, client, now, byName: caller.username, books: services.books }
    const decided = isAllocated ? await reallocate(on, order, await loadAllocationInputs(on, [order])) : []
    const { exception } = presentRouting(decided)
    const methods = decided.flatMap(({ chosen }) =>
      chosen
        ? { id: chosen.method.clientMethodID, words: `${chosen.carrierName}: ${chosen.method.methodDescription}` }
        : [],
    )
    const message = amendmentUndoneText(orderNumber, receipt.methods, { methods, exception })
    await updateReceiptMessages(transaction, input, [{ order_number: orderNumber, message }], { undoneAt: now })
    return []
  })
}

/** The receipt unless undone, with the methods whose capacity the amendment released. */
function readReceipt(
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

/** The reversed changes; the despatch day may differ from the one before the amendment. */
function changesOfUndo(changes: OrderChanges, from: Day, to: Day): OrderChanges {
  const { date: _asked, ...others } = reverseChanges(changes)
  return from === to ? others : { ...others, date: { before: formatDayShort(from), after: formatDayShort(to) } }
}

/** Restores the order, or returns the reason why it stays unchanged. */
async function tryRestoring(
  transaction: Transaction,
  context: StreamingContext,
  input: UndoInput,
  { lines, before, ...back }: RestoreInput & LinesChanged,
): Promise<string | undefined> {
  const { client } = input
  const { was, receipt } = back
  const { order_number: orderNumber, status, suspended_for: suspendedFor } = was
  const rising = await risingSkus(transaction, client, { lines, before })
  if (rising.length > 0) {
    const replaced = await whyNotReplaced(transaction, client, [{ orderNumber, pieces: receipt.before.order.quantity }])
    const why = replaced.get(orderNumber)
    if (why !== undefined) return why
  }
  const drawn = await piecesDrawnBy(transaction, client, orderNumber)
  await transaction.write(sql`savepoint before_undoing`.compile(db))
  await restoreOrder(transaction, context, input, back)
  const short = await shortagesOfAmended(transaction, client, { orderNumber, lines, before, drawn })
  if (short.length > 0) {
    await transaction.write(sql`rollback to savepoint before_undoing`.compile(db))
    return shortText(short)
  }
  await recheckExchanges(transaction, client, [{ orderNumber, status, suspendedFor }])
  return undefined
}

type RestoreInput = { was: OrderColumns; receipt: AmendmentReceipt; despatchDay: Day }

/** Writes the restored order as a new version, with history and audit. */
async function restoreOrder(
  transaction: Transaction,
  context: StreamingContext,
  { commandId, client }: UndoInput,
  { was, receipt, despatchDay }: RestoreInput,
): Promise<void> {
  const { caller, now } = context
  const { order, lines, changes } = receipt.before
  const key = { client_code: client, order_number: was.order_number }
  const version = was.version + 1
  const back = changesOfUndo(changes, was.despatch_date, despatchDay)
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
    // After the lines, because lacks depend on the restored goods.
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

import { randomUUID } from 'node:crypto'
import type { AmendOrder } from '@despatch/contract/orders/amend/amend-order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { moneyText, trimMoney } from '@despatch/domain/money/money'
import { changesNote } from '@despatch/domain/orders/order-fields'
import { amendedText } from '@despatch/domain/orders/amend/undo-amendment'
import { writeOrderHistory } from '../../routing/order-version.ts'
import { reallocate } from '../../routing/allocation/reallocate.ts'
import { presentRouting } from '../../routing/allocation/allocate-orders.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { piecesDrawnBy, refuseShort, risingSkus, shortagesOfAmended } from '../../stock/refuse-short.ts'
import { type Amendment, amendedTotals, readAmendment } from './amendment.ts'
import { lineRows } from '../order-lines.ts'
import { notePhone } from '../tags-and-notes/note-phone.ts'
import type { OrderBeforeAmendment } from './undo-amendment.ts'
import { recheckExchanges, whyNotReplaced } from '../commands/replacements.ts'
import { inOrder } from '../../database/transaction.ts'

/**
 * Amends an order: lines, customer, address, service and day. domain.md: 'amending allocates anew'; a suspended order
 * is allocated on release. Leaves a receipt that `undo-amendment` can undo. Throws an AppError like {@link
 * readAmendment}, and 422 if nothing changes.
 */
export async function amendOrder(
  context: Context,
  { body }: { body: AmendOrder },
): Promise<RouteAnswer<typeof routes.amend>> {
  const { transaction, client, now, caller } = context
  const amendment = await readAmendment(context, body)
  if (Object.keys(amendment.changes).length === 0)
    throw new AppError('unprocessable', 'No changes to save. The order already has these values.')
  const { order, grounds, was } = amendment
  const version = was.version + 1
  const commandId = randomUUID()
  const orderNumber = was.order_number
  const lines = order.lines.map(({ sku, quantity }) => ({ SKU: sku, quantity }))
  const before = amendment.linesWere ?? lines
  const rising = await risingSkus(transaction, client, { lines, before })
  const replaced =
    rising.length > 0
      ? await whyNotReplaced(transaction, client, [{ orderNumber, pieces: amendedTotals(amendment).quantity }])
      : undefined
  const why = replaced?.get(orderNumber)
  if (why !== undefined) throw new AppError('unprocessable', `Order ${orderNumber} has not been amended. ${why}.`)
  const drawn = await piecesDrawnBy(transaction, client, orderNumber)
  await inOrder([save(context, amendment, version), saveReceipt(context, amendment, { version, commandId })])
  refuseShort(await shortagesOfAmended(transaction, client, { orderNumber, lines, before, drawn }))
  await recheckExchanges(transaction, client, [{ orderNumber, status: was.status, suspendedFor: was.suspended_for }])
  await notePhone(context, orderNumber, amendment.phoneNote)
  const decided =
    was.status === 'S' ? [] : await reallocate({ transaction, client, now, byName: caller.username }, order, grounds)
  return {
    message: DATA_UPDATED,
    version,
    routing: presentRouting(decided),
    ...(amendment.phoneNote !== undefined && { noted: [amendment.phoneNote] }),
    commandId,
  }
}

async function save(context: Context, amendment: Amendment, version: number): Promise<void> {
  const { transaction, client, now, caller } = context
  const { was, set, lines, changes } = amendment
  const key = { client_code: client, order_number: was.order_number }
  const { quantity, totalValue, itemCount } = amendedTotals(amendment)
  await inOrder([
    transaction.write(
      db
        .updateTable('orders')
        .set({ ...set, version, quantity, item_count: itemCount, total_value: totalValue })
        .where((is) => is.and(key)),
    ),
    lines && transaction.write(db.deleteFrom('order_lines').where((is) => is.and(key))),
    lines && transaction.write(db.insertInto('order_lines').values(lineRows(key, lines))),
    writeOrderHistory(
      { transaction, client, now, byName: caller.username },
      {
        orderNumber: was.order_number,
        version,
        status: was.status,
        act: 'Amended',
        note: changesNote(changes),
        changes,
      },
    ),
    // Names and addresses are personal data, so the audit lists the changed fields without values.
    audit(context, {
      clientCode: client,
      act: 'order.amended',
      object: `order ${was.order_number}`,
      before: {
        version: was.version,
        dispatchService: was.dispatch_service,
        despatchDate: was.despatch_date,
        quantity: was.quantity,
        totalValue: trimMoney(was.total_value),
      },
      after: {
        version,
        dispatchService: set.dispatch_service,
        despatchDate: set.despatch_date,
        quantity,
        totalValue: lines ? totalValue : trimMoney(totalValue),
        changed: Object.keys(changes),
      },
    }),
  ])
}

/** Writes the amendment's receipt, with the values that an undo restores. */
async function saveReceipt(
  { transaction, client, now, caller }: Context,
  { was, set, linesWere, changes }: Amendment,
  { version, commandId }: { version: number; commandId: string },
): Promise<void> {
  const { lacks: _lacks, ...amendable } = set
  const columns = Object.keys(amendable) as (keyof typeof amendable)[]
  const before: OrderBeforeAmendment = {
    order: {
      ...(Object.fromEntries(columns.map((column) => [column, was[column]])) as typeof amendable),
      quantity: was.quantity,
      item_count: was.item_count,
      total_value: was.total_value,
    },
    lines:
      linesWere?.map(({ SKU, quantity, unit, total }) => ({
        SKU,
        quantity,
        unit: moneyText(unit),
        total: moneyText(total),
      })) ?? null,
    changes,
  }
  await transaction.write(
    db.insertInto('order_receipts').values({
      client_code: client,
      command_id: commandId,
      order_number: was.order_number,
      user_id: caller.userId,
      at: now,
      action: 'amend',
      outcome: 'done',
      message: amendedText(was.order_number),
      status_before: was.status,
      suspended_for_before: null,
      version_after: version,
      undone_at: null,
      before: JSON.stringify(before),
    }),
  )
}

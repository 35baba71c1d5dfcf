import { randomUUID } from 'node:crypto'
import type { AmendOrder } from '@despatch/contract/orders/amend/amend-order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { moneyText, trimMoney } from '@despatch/domain/money/money'
import { changesNote } from '@despatch/domain/orders/order-fields'
import { amendedText } from '@despatch/domain/orders/amend/undone-amendment'
import { writeOrderHistory } from '../../routing/order-version.ts'
import { reallocate } from '../../routing/allocation/reallocate.ts'
import { routingOf } from '../../routing/allocation/allocate-orders.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { drawnBy, refuseShort, risingSkus, shortagesOfAmended } from '../../stock/refuse-short.ts'
import { type Amendment, amendedTotals, readAmendment } from './amendment.ts'
import { lineRows } from '../order-lines.ts'
import { notePhone } from '../tags-and-notes/note-phone.ts'
import type { AmendedFrom } from './undo-amendment.ts'
import { holdExchanges, whyNotReplaced } from '../commands/replacements.ts'
import { inOrder } from '../../database/transaction.ts'

/**
 * Amends an order: its lines, whose it is, where it goes, its service and day. domain.md: 'amending allocates anew'; a
 * suspended order is allocated when it is released. Throws an AppError as {@link readAmendment} does, and for an amendment
 * that changes nothing (422). It leaves a receipt, as a command does, by which it is undone (`undo-amendment`).
 */
export async function amendOrder(
  context: Context,
  { body }: { body: AmendOrder },
): Promise<RouteAnswer<typeof routes.amend>> {
  const { transaction, client, now, caller } = context
  const amendment = await readAmendment(context, body)
  if (Object.keys(amendment.changes).length === 0)
    throw new AppError('unprocessable', 'Nothing is changed by this: the order is so already.')
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
  const drawn = await drawnBy(transaction, client, orderNumber)
  await inOrder([save(context, amendment, version), keepReceipt(context, amendment, { version, commandId })])
  refuseShort(await shortagesOfAmended(transaction, client, { orderNumber, lines, before, drawn }))
  await holdExchanges(transaction, client, [{ orderNumber, status: was.status, suspendedFor: was.suspended_for }])
  await notePhone(context, orderNumber, amendment.phoneNote)
  const decided =
    was.status === 'S' ? [] : await reallocate({ transaction, client, now, byName: caller.username }, order, grounds)
  return {
    message: DATA_UPDATED,
    version,
    routing: routingOf(decided),
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
    // Whose the order is, and where it goes, is personal: that it was changed is said, not into what.
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

/** The receipt of the amendment, with what undoing it puts back. */
async function keepReceipt(
  { transaction, client, now, caller }: Context,
  { was, set, linesWere, changes }: Amendment,
  { version, commandId }: { version: number; commandId: string },
): Promise<void> {
  const { lacks: _lacks, ...kept } = set
  const columns = Object.keys(kept) as (keyof typeof kept)[]
  const before: AmendedFrom = {
    order: {
      ...(Object.fromEntries(columns.map((column) => [column, was[column]])) as typeof kept),
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

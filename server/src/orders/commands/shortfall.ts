import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import type { Goods } from '@despatch/domain/orders/delivered-order'
import { changedSinceShown } from '@despatch/domain/feedback/messages'
import { MAX_NAMED_SHORT, SHORT_ACTS, type Shortfall } from '@despatch/domain/orders/commands/sent-short'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { changedSince } from './changed-since.ts'
import type { CommandedOrder } from './change-orders.ts'
import { holdReturnsOf } from './replacements.ts'

/**
 * Goods of a despatched order that are known not to have been sent, and whether it is closed short. The domain's
 * `goodsNotSent` in SQL, for any number of lines. Undefined if nothing is missing or the contents are unknown.
 */
export async function readShortfall(
  transaction: Transaction,
  { client, orderNumber }: { client: string; orderNumber: string },
): Promise<Shortfall | undefined> {
  const rows = await transaction.write(
    sql<Goods & { SKUs: number; isClosed: boolean }>`
      select u.sku_code as "SKU", u.pieces as quantity, count(*) over () as "SKUs",
        coalesce((
          select act = ${SHORT_ACTS.close} from order_history
          where client_code = ${client} and order_number = ${orderNumber} and act = any (${Object.values(SHORT_ACTS)}::text[])
          order by version desc limit 1
        ), false) as "isClosed"
      from (
        select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity) as quantities
        from order_lines where client_code = ${client} and order_number = ${orderNumber}
      ) l cross join lateral unsent_pieces(${client}, l.orders, l.skus, l.quantities) u
      order by u.sku_code
      limit ${MAX_NAMED_SHORT}`.compile(db),
  )
  const [first] = rows
  if (!first) return undefined
  const items = rows.map(({ SKU, quantity }) => ({ SKU, quantity }))
  return { items, SKUs: first.SKUs, isClosed: first.isClosed }
}

/**
 * Locks an order and reads what was not sent. Deliveries lock the order too, so the later of the two sees the other's
 * result. Throws an AppError: 404, or 409 if the order changed since the caller saw it.
 */
export async function lockShortOrder(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  { orderNumber, version }: { orderNumber: string; version?: number | undefined },
): Promise<{ order: CommandedOrder & { quantity: number }; shortfall: Shortfall | undefined }> {
  // Each statement sees what was committed before it began, so reads after the lock are current.
  const [, order, shortfall] = await inOrder([
    holdReturnsOf(transaction, client, [orderNumber]),
    transaction.row(
      sql<
        CommandedOrder & { quantity: number }
      >`select order_number, status, version, dispatch_service, despatch_date, suspended_for, quantity
        from orders where client_code = ${client} and order_number = ${orderNumber} for no key update`.compile(db),
    ),
    readShortfall(transaction, { client, orderNumber }),
  ])
  if (!order) throw new AppError('not_found', noDataAvailable(orderNumber))
  const [changed] = await changedSince(transaction, [{ clientCode: client, orderNumber, version }])
  if (changed)
    throw new AppError('version_conflict', changedSinceShown(`Order ${orderNumber}`, changed.act, changed.note))
  return { order, shortfall }
}

/** A refusal (422) with its reason. */
export const commandRefused = (orderNumber: string, what: string, why: string) =>
  new AppError('unprocessable', `Order ${orderNumber} has not been ${what}. ${why}.`)

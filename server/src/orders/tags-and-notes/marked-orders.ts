import { MAX_ORDERS_MARKED } from '@despatch/domain/orders/tags-and-notes/notes'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { toOrderFilter } from '../list-orders-to-act-on.ts'
import {
  selectionConditions,
  listedOrders,
  type NamedSelection,
  type OrderOfClient,
  withStoredNames,
  toSelection,
} from '../commands/command-selection.ts'

type OrderKey = { client_code: string; order_number: string }

/**
 * Resolves the orders of a tag or assignment. Throws an AppError: 404 if a named order does not exist, 422 if too many
 * match.
 */
export async function markedOrders(context: Context, input: NamedSelection): Promise<OrderOfClient[]> {
  const { transaction, clients, now, services } = context
  const selection = await withStoredNames(
    { transaction, books: services.books, now },
    clients,
    toSelection(context, input),
  )
  const named = selection.matching ? undefined : listedOrders(selection)
  const filter = selection.matching && toOrderFilter(selection.matching, dayOf(now))
  if (!named && !filter) return []
  const rows = await transaction.rows(
    named
      ? sql<OrderKey>`
          select client_code, order_number from orders where client_code = any (${clients}::text[])
            and (client_code, order_number) in (select * from unnest(
              ${named.map(({ clientCode }) => clientCode)}::text[], ${named.map(({ orderNumber }) => orderNumber)}::text[]))
          order by 1, 2`.compile(db)
      : sql<OrderKey>`
          select client_code, order_number from orders
          where client_code = any (${clients}::text[]) ${selectionConditions(filter ?? {}, selection.except)}
          order by 1, 2 limit ${MAX_ORDERS_MARKED + 1}`.compile(db),
  )
  if (named && rows.length < named.length) throw orderNotFound(named, rows)
  if (rows.length > MAX_ORDERS_MARKED)
    throw new AppError(
      'unprocessable',
      `You can change up to ${MAX_ORDERS_MARKED.toLocaleString('en-GB')} orders at once. Narrow the list and repeat for the rest.`,
    )
  return rows.map(({ client_code, order_number }) => ({ clientCode: client_code, orderNumber: order_number }))
}

function orderNotFound(named: readonly OrderOfClient[], rows: readonly OrderKey[]): AppError {
  const found = new Set(rows.map(({ client_code, order_number }) => `${client_code} ${order_number}`))
  const missing = named.find(({ clientCode, orderNumber }) => !found.has(`${clientCode} ${orderNumber}`))
  return new AppError('not_found', `There is no order ${missing?.orderNumber ?? ''}. Nothing was changed.`)
}

/** The orders as a SQL table with columns `client_code` and `order_number`. */
export const keysOf = (orders: readonly OrderOfClient[]) => sql`unnest(
  ${orders.map(({ clientCode }) => clientCode)}::text[], ${orders.map(({ orderNumber }) => orderNumber)}::text[]
) as marked (client_code, order_number)`

/** Audits once for each client, so that a client's activity shows only its own orders. */
export async function auditMarked(
  context: Context,
  orders: readonly OrderOfClient[],
  { act, after }: { act: 'order.tagged' | 'order.assigned'; after: object },
): Promise<void> {
  const byClient = Map.groupBy(orders, ({ clientCode }) => clientCode)
  if (byClient.size === 0) skipAudit(context)
  for (const [clientCode, of] of byClient)
    await audit(context, {
      clientCode,
      act,
      object: ordersText(of).replace('Order ', 'order '),
      after: { orders: of.length, ...after },
    })
}

/** 'Order A-1' or '12 orders'. */
export const ordersText = (orders: readonly OrderOfClient[]): string =>
  orders.length === 1 ? `Order ${orders[0]?.orderNumber}` : `${orders.length.toLocaleString('en-GB')} orders`

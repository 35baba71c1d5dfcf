import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { OrderOfClient } from '../commands/command-selection.ts'
import { readersOf } from './colleagues.ts'
import { auditMarked, keysOf, markedOrders, ordersText } from './marked-orders.ts'

/**
 * Assigns orders to a colleague who may see them, or to nobody; all or none. Throws an AppError: 404 if an order does
 * not exist, 422 if the user may not see one of them or too many orders match.
 */
export async function assignOrders(
  context: Context,
  { body }: RouteChecked<typeof routes.assign>,
): Promise<RouteAnswer<typeof routes.assign>> {
  const { transaction, caller, now } = context
  const orders = await markedOrders(context, body)
  const keys = keysOf(orders)
  const of = [...new Set(orders.map(({ clientCode }) => clientCode))]
  const reader =
    body.userId === '' ? undefined : (await readersOf(context, of)).find(({ userId }) => String(userId) === body.userId)
  if (body.userId !== '' && !reader && orders.length > 0)
    throw new AppError(
      'unprocessable',
      `This colleague can’t see ${orders.length === 1 ? 'the order' : 'all of these orders'}. Choose a colleague from the list. Nothing was changed.`,
    )
  if (reader) {
    await transaction.write(
      sql`insert into order_assignees as held (client_code, order_number, user_id, assigned_at, assigned_by)
        select marked.client_code, marked.order_number, ${reader.userId}::bigint, ${now}::timestamptz, ${caller.username}::text
        from ${keys} order by 1, 2
        on conflict (client_code, order_number) do update set user_id = excluded.user_id,
          assigned_at = excluded.assigned_at, assigned_by = excluded.assigned_by`.compile(db),
    )
    if (reader.userId !== caller.userId) await notifyAssignee(context, reader.userId, orders)
  } else
    await transaction.write(
      sql`delete from order_assignees a using ${keys}
        where a.client_code = marked.client_code and a.order_number = marked.order_number`.compile(db),
    )
  await auditMarked(context, orders, { act: 'order.assigned', after: { userId: reader?.userId ?? null } })
  const to = reader ? `assigned to ${reader.userId === caller.userId ? 'you' : reader.name}` : 'unassigned'
  return { message: `${ordersText(orders)} ${to}.`, orders: orders.length }
}

/** One notification per client. */
async function notifyAssignee({ transaction, caller, now }: Context, userId: number, orders: readonly OrderOfClient[]) {
  for (const [client, of] of Map.groupBy(orders, ({ clientCode }) => clientCode))
    await transaction.write(
      db.insertInto('user_notices').values({
        client_code: client,
        user_id: userId,
        at: now,
        kind: 'assigned',
        by_name: caller.username,
        order_number: of.length === 1 ? (of[0]?.orderNumber ?? '') : '',
        orders: of.length,
        note_id: null,
      }),
    )
}

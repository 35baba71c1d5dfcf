import { dayOf } from '@despatch/domain/calendar/day'
import type { Delay } from '@despatch/domain/orders/delays'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { asWork } from './list-orders-to-act-on.ts'
import { ordersTotal } from './queries.ts'

/** How many orders of the clients of a call have a delay: as many as the list of it has. */
export async function countDelayed(
  { transaction, clients, now }: Pick<Context, 'transaction' | 'clients' | 'now'>,
  delay: Delay,
): Promise<number> {
  const filter = asWork({ delay }, dayOf(now))
  return (filter && (await transaction.row(ordersTotal(clients, filter).compile(db)))?.total) ?? 0
}

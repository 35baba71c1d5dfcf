import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db, isOf } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { asWork } from './list-orders-to-act-on.ts'
import { ordersTotal } from './queries.ts'

type Counting = Pick<Context, 'transaction' | 'clients' | 'now'>

/** How many orders of the clients of a call are in picking past their despatch day, as their list has them. */
export async function countPickingLate({ transaction, clients, now }: Counting): Promise<number> {
  const filter = asWork({ delay: 'pickingLate' }, dayOf(now))
  return (filter && (await transaction.row(ordersTotal(clients, filter).compile(db)))?.total) ?? 0
}

/** How many orders of the clients of a call are part-sent. What is kept of them is of despatched orders alone: no order is read. */
export async function countPartSent({ transaction, clients }: Counting): Promise<number> {
  const counted = await transaction.row(
    sql<{ count: number }>`select count(*)::int as count from (
      select distinct client_code, order_number from stock_remains where ${isOf('client_code', clients)}
    ) part_sent`.compile(db),
  )
  return counted?.count ?? 0
}

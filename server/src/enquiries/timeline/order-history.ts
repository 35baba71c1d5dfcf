import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { HISTORY_AT } from '../../routing/order-version.ts'
import { presentChanges } from './present-changes.ts'
import { toStoredReference } from '../search/stored-reference.ts'

/** The history of the orders with a customer reference, newest first, with changes by field. */
export async function orderHistory(
  context: Context,
  { body: { customerReference, page, limit } }: RouteChecked<typeof routes.orderHistory>,
): Promise<RouteAnswer<typeof routes.orderHistory>> {
  const { transaction, clients } = context
  const reference = await toStoredReference(context, customerReference)
  const entries = db
    .selectFrom('order_history')
    .where('client_code', '=', sql<string>`any (${clients}::text[])`)
    .where('order_number', '=', reference)
  const [rows, counted] = await Promise.all([
    transaction.rows(
      entries
        .select([
          'client_code',
          'order_number',
          'version',
          HISTORY_AT.as('at'),
          'by_name',
          'act',
          'status',
          'note',
          'changes',
        ])
        .orderBy('at', 'desc')
        .orderBy('client_code')
        .orderBy('version', 'desc')
        .limit(limit)
        .offset((page - 1) * limit),
    ),
    transaction.row(entries.select((count) => count.fn.countAll<number>().as('total'))),
  ])
  return {
    entries: rows.map((row) => ({
      clientCode: row.client_code,
      orderNumber: row.order_number,
      version: row.version,
      at: row.at.toISOString(),
      by: row.by_name,
      act: row.act,
      Status: row.status,
      note: row.note,
      changes: presentChanges(row.changes),
    })),
    total: counted?.total ?? 0,
  }
}

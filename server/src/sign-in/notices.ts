import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'

const MAX_LISTED = 50

/** The notices behind the caller's bell, newest first. */
export async function listNotices({ transaction, caller }: Context): Promise<RouteAnswer<typeof routes.notices>> {
  const rows = await transaction.rows(
    db
      .selectFrom('user_notices')
      .selectAll()
      .where('user_id', '=', caller.userId)
      .orderBy('notice_id', 'desc')
      .limit(MAX_LISTED),
  )
  return {
    notices: rows.map((row) => ({
      noticeId: String(row.notice_id),
      clientCode: row.client_code,
      at: row.at.toISOString(),
      kind: row.kind,
      by: row.by_name,
      orderNumber: row.order_number,
      orders: row.orders,
      isRead: row.is_read,
    })),
  }
}

/** Marks the caller's notices as read, up to a given one. */
export async function markNoticesRead(
  { transaction, caller }: Context,
  { body: { upTo } }: RouteChecked<typeof routes.readNotices>,
): Promise<RouteAnswer<typeof routes.readNotices>> {
  await transaction.write(
    db
      .updateTable('user_notices')
      .set({ is_read: true })
      .where('user_id', '=', caller.userId)
      .where('notice_id', '<=', Number(upTo))
      .where('is_read', '=', false),
  )
  return { message: 'Read.' }
}

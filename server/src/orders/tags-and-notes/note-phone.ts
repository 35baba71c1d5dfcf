import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

/** Adds a note with the part of a phone text that was dropped, if any. */
export async function notePhone(
  { transaction, client, now, caller }: Context,
  orderNumber: string,
  note: string | undefined,
): Promise<void> {
  if (note === undefined) return
  await transaction.write(
    db.insertInto('order_notes').values({
      client_code: client,
      order_number: orderNumber,
      at: now,
      by_id: caller.userId,
      by_name: caller.username,
      note,
      is_internal: false,
      mentions: '[]',
    }),
  )
}

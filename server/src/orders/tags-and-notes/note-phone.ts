import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

/** Writes what of a phone could not be kept into a note of its order, where there is something to say. */
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

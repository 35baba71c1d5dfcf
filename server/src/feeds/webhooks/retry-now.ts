import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

/** Has what is due to a webhook sent at once, though its receiver failed a moment ago: someone asks for it. */
export async function retryNow({ transaction, client, services }: Context, webhookId: number): Promise<void> {
  await transaction.write(
    db
      .updateTable('webhooks')
      .set({ resting_until: null })
      .where('client_code', '=', client)
      .where('webhook_id', '=', webhookId),
  )
  transaction.afterCommit(services.webhooksQueued)
}

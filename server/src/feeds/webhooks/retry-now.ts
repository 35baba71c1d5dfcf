import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

/** Sends due deliveries of a webhook now, without its pause after a failure, because a user asked for it. */
export async function sendNow({ transaction, client, services }: Context, webhookId: number): Promise<void> {
  await transaction.write(
    db
      .updateTable('webhooks')
      .set({ resting_until: null })
      .where('client_code', '=', client)
      .where('webhook_id', '=', webhookId),
  )
  transaction.afterCommit(services.webhooksQueued)
}

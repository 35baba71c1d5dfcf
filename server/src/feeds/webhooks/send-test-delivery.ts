import { randomUUID } from 'node:crypto'
import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { auditWebhook } from './audited-webhook.ts'
import { AT_ONCE } from './claim-delivery.ts'
import { retryNow } from './retry-now.ts'
import { noSuchWebhook, webhooksToChange } from './queries.ts'

/**
 * Sends a test event to a webhook, before all that waits for it, and also to one that is switched off. Throws an AppError
 * (404) for one that is not the client's.
 */
export async function testWebhook(
  context: Context,
  { params: { id } }: RouteChecked<typeof routes.test>,
): Promise<RouteAnswer<typeof routes.test>> {
  const { transaction, client, now } = context
  // Held before its delivery is added: that alone would hold it from being deleted, and would hold up the next who changes it.
  const row = await transaction.row(webhooksToChange(client, [id]))
  if (!row) throw noSuchWebhook()
  const [made] = await transaction.write(
    db
      .insertInto('webhook_deliveries')
      .values({
        client_code: client,
        webhook_id: row.webhook_id,
        event_id: randomUUID(),
        event: 'webhook.test',
        at: now,
        payload: JSON.stringify({}),
        next_attempt_at: AT_ONCE,
        queued_at: now,
        last_attempt_at: null,
        answer_status: null,
        took_ms: null,
      })
      .returning('delivery_id'),
  )
  await retryNow(context, row.webhook_id)
  await auditWebhook(context, { id: row.webhook_id, name: row.name, act: 'webhook.tested' })
  return { message: 'A test is on its way.', delivery: String(made?.delivery_id) }
}

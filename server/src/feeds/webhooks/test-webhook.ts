import { randomUUID } from 'node:crypto'
import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { auditWebhook } from './audit-webhook.ts'
import { DUE_FIRST } from './claim-delivery.ts'
import { sendNow } from './retry-now.ts'
import { noSuchWebhook, lockWebhooks } from './queries.ts'

/**
 * Sends a test event to a webhook, before other waiting deliveries and even if it is switched off.
 * @throws AppError (404) if it is not the client's
 */
export async function testWebhook(
  context: Context,
  { params: { id } }: RouteChecked<typeof routes.test>,
): Promise<RouteAnswer<typeof routes.test>> {
  const { transaction, client, now } = context
  // Lock the webhook first. Inserting the delivery alone takes a weaker lock, which would block the next change or
  // deletion and could deadlock.
  const row = await transaction.row(lockWebhooks(client, [id]))
  if (!row) throw noSuchWebhook()
  const [created] = await transaction.write(
    db
      .insertInto('webhook_deliveries')
      .values({
        client_code: client,
        webhook_id: row.webhook_id,
        event_id: randomUUID(),
        event: 'webhook.test',
        at: now,
        payload: JSON.stringify({}),
        next_attempt_at: DUE_FIRST,
        queued_at: now,
        last_attempt_at: null,
        answer_status: null,
        took_ms: null,
      })
      .returning('delivery_id'),
  )
  await sendNow(context, row.webhook_id)
  await auditWebhook(context, { id: row.webhook_id, name: row.name, act: 'webhook.tested' })
  return { message: 'A test is already being sent.', delivery: String(created?.delivery_id) }
}

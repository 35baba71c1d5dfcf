import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { WEBHOOK_EVENT_NAMES } from '@despatch/domain/feeds/webhooks/webhook-events'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { auditWebhook } from './audit-webhook.ts'
import { refuseUrl } from './create-webhook.ts'
import { toNameTakenError, noSuchWebhook, presentWebhook, selectWebhook, lockWebhooks } from './queries.ts'

/**
 * Changes a webhook. Waiting deliveries go to the new URL without the old one's pause.
 * @throws AppError (404) if it is not the client's; (409) if someone changed it meanwhile; and as `createWebhook`
 */
export async function updateWebhook(
  context: Context,
  { body: { _id, version, ...body } }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  const { transaction, client, now, services } = context
  const [was] = await transaction.rows(lockWebhooks(client, [_id]))
  if (!was) throw noSuchWebhook()
  if (was.version !== version)
    throw new AppError(
      'version_conflict',
      'Someone else changed this webhook. Reload to see their changes, then try again.',
    )
  refuseUrl(context, body.url)
  const set = { ...body, events: WEBHOOK_EVENT_NAMES.filter((name) => body.events.includes(name)) }
  await transaction
    .write(
      db
        .updateTable('webhooks')
        .set({
          ...set,
          version: sql`version + 1`,
          ...(body.active && { off_reason: '' }),
          ...(body.url !== was.url && { resting_until: null, failing_since: null }),
        })
        .where('client_code', '=', client)
        .where('webhook_id', '=', was.webhook_id),
    )
    .catch((error: { code?: string }) => {
      throw toNameTakenError(error)
    })
  const { name, url, events, active } = was
  const change = { was: { name, url, events, active }, is: set }
  await auditWebhook(context, { id: was.webhook_id, name: set.name, act: 'webhook.amended', ...change })
  const row = await transaction.row(selectWebhook(client, _id))
  if (!row) throw noSuchWebhook()
  transaction.afterCommit(services.webhooksQueued)
  return { message: DATA_UPDATED, webhook: presentWebhook(row, now) }
}

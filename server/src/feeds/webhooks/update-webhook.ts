import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { WEBHOOK_EVENT_NAMES } from '@despatch/domain/feeds/webhooks/webhook-events'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { auditWebhook } from './audited-webhook.ts'
import { refuseUrl } from './create-webhook.ts'
import { nameTaken, noSuchWebhook, presentWebhook, webhookOf, webhooksToChange } from './queries.ts'

/**
 * Changes a webhook. What is on its way to it goes where it says now, without waiting for the next try of the old
 * address. Throws an AppError for one that is not the client's (404), that someone changed meanwhile (409), and as
 * making one does.
 */
export async function updateWebhook(
  context: Context,
  { body: { _id, version, ...body } }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  const { transaction, client, now, services } = context
  const [was] = await transaction.rows(webhooksToChange(client, [_id]))
  if (!was) throw noSuchWebhook()
  if (was.version !== version)
    throw new AppError(
      'version_conflict',
      'Someone changed this webhook meanwhile. Look at it as it is now, and try again.',
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
      throw nameTaken(error)
    })
  const { name, url, events, active } = was
  const change = { was: { name, url, events, active }, is: set }
  await auditWebhook(context, { id: was.webhook_id, name: set.name, act: 'webhook.amended', ...change })
  const row = await transaction.row(webhookOf(client, _id))
  if (!row) throw noSuchWebhook()
  transaction.afterCommit(services.webhooksQueued)
  return { message: DATA_UPDATED, webhook: presentWebhook(row, now) }
}

import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { auditWebhook } from './audit-webhook.ts'
import { sendNow } from './retry-now.ts'
import { noSuchWebhook, lockWebhooks } from './queries.ts'

/**
 * Delivers again: the given deliveries in any state, or all that were given up, in the order of their events and with
 * the same ids.
 * @throws AppError (404) for deliveries of others; (422) if the webhook is switched off or no delivery was given up
 */
export async function redeliver(
  context: Context,
  { params: { id }, body: { deliveries } }: RouteChecked<typeof routes.redeliver>,
): Promise<RouteAnswer<typeof routes.redeliver>> {
  const { transaction, client, now } = context
  const [webhook] = await transaction.rows(lockWebhooks(client, [id]))
  if (!webhook) throw noSuchWebhook()
  if (!webhook.active) throw new AppError('unprocessable', 'This webhook is switched off. Switch it on first.')
  const chosen = deliveries === 'failed' ? undefined : [...new Set(deliveries)]
  const again = await transaction.writeRow(
    sql<{ count: number }>`
      with again as (
        update webhook_deliveries set status = 'waiting', attempts = 0, next_attempt_at = ${now}, queued_at = ${now}
        where client_code = ${client} and webhook_id = ${webhook.webhook_id}
          and ${chosen ? sql`delivery_id = any (${chosen}::bigint[])` : sql`status = 'failed'`}
        returning delivery_id
      )
      select count(*) from again`.compile(db),
  )
  const count = again?.count ?? 0
  if (chosen && count < chosen.length)
    throw new AppError('not_found', 'One of these deliveries is not of this webhook, or is older than 30 days.')
  if (count === 0) throw new AppError('unprocessable', 'This webhook has no failed deliveries.')
  await sendNow(context, webhook.webhook_id)
  await auditWebhook(context, {
    id: webhook.webhook_id,
    name: webhook.name,
    act: 'webhook.redelivered',
    after: { deliveries: count },
  })
  return {
    message: `${formatCount(count)} ${count === 1 ? 'delivery is' : 'deliveries are'} on the way again.`,
    redelivered: count,
  }
}

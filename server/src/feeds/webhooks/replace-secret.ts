import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { OLD_SECRET_HOURS } from '@despatch/domain/feeds/webhooks/retry'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { auditWebhook } from './audit-webhook.ts'
import { noSuchWebhook, presentWebhook, selectWebhook } from './queries.ts'
import { newSecret, secretPurpose } from './signature.ts'

/**
 * Replaces the secret of a webhook. For a day its deliveries are also signed with the old one, so that the receiver can
 * change over without refusing any. Only this answer contains the new secret.
 * @throws AppError (404) if the webhook is not the client's
 */
export async function replaceSecret(
  context: Context,
  { params: { id } }: RouteChecked<typeof routes.replaceSecret>,
): Promise<RouteAnswer<typeof routes.replaceSecret>> {
  const { transaction, client, now, services } = context
  const secret = newSecret()
  const row = await transaction.row(selectWebhook(client, id))
  if (!row) throw noSuchWebhook()
  const until = new Date(now.getTime() + OLD_SECRET_HOURS * 3_600_000)
  await transaction.write(
    db
      .updateTable('webhooks')
      .set((is) => ({
        secret: services.secrets.seal(secret, secretPurpose(client)),
        old_secret: is.ref('secret'),
        old_secret_until: until,
      }))
      .where('client_code', '=', client)
      .where('webhook_id', '=', row.webhook_id),
  )
  await auditWebhook(context, {
    id: row.webhook_id,
    name: row.name,
    act: 'webhook.amended',
    after: { secret: 'replaced' },
  })
  return {
    message: 'Secret replaced. For one day deliveries are signed with both secrets.',
    webhook: presentWebhook({ ...row, old_secret_until: until }, now),
    secret,
  }
}

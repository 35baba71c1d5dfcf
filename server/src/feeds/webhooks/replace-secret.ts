import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { OLD_SECRET_HOURS } from '@despatch/domain/feeds/webhooks/retry'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { auditWebhook } from './audited-webhook.ts'
import { noSuchWebhook, presentWebhook, webhookOf } from './queries.ts'
import { newSecret, purposeOfSecret } from './signature.ts'

/**
 * Gives a webhook a new secret. For a day its deliveries are signed with the one before as well, so that the receiver
 * changes to the new one without refusing any. The answer holds it, and no other. Throws an AppError (404) for a webhook that
 * is not the client's.
 */
export async function replaceSecret(
  context: Context,
  { params: { id } }: RouteChecked<typeof routes.replaceSecret>,
): Promise<RouteAnswer<typeof routes.replaceSecret>> {
  const { transaction, client, now, services } = context
  const secret = newSecret()
  const row = await transaction.row(webhookOf(client, id))
  if (!row) throw noSuchWebhook()
  const until = new Date(now.getTime() + OLD_SECRET_HOURS * 3_600_000)
  await transaction.write(
    db
      .updateTable('webhooks')
      .set((is) => ({
        secret: services.secrets.seal(secret, purposeOfSecret(client)),
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
    message: 'The secret is replaced: for a day deliveries are signed with both, then with the new one alone.',
    webhook: presentWebhook({ ...row, old_secret_until: until }, now),
    secret,
  }
}

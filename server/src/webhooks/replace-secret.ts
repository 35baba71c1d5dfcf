import type { webhooks as routes } from '@despatch/contract/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'
import { auditWebhook } from './audited-webhook.ts'
import { noSuchWebhook, presentWebhook, webhookOf } from './queries.ts'
import { newSecret, purposeOfSecret } from './signature.ts'

/**
 * Gives a webhook a new secret, which the next delivery is signed with: what the receiver refuses meanwhile comes again.
 * The answer holds it, and no other. Throws a Refusal (404) for a webhook that is not the client's.
 */
export async function replaceSecret(
  context: Context,
  { params: { id } }: RouteChecked<typeof routes.replaceSecret>,
): Promise<RouteAnswer<typeof routes.replaceSecret>> {
  const { transaction, client, portal } = context
  const secret = newSecret()
  const row = await transaction.row(webhookOf(client, id))
  if (!row) throw noSuchWebhook()
  await transaction.rows(
    db
      .updateTable('webhooks')
      .set({ secret: portal.secrets.seal(secret, purposeOfSecret(client)) })
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
    message: 'The secret is replaced: deliveries are signed with the new one.',
    webhook: presentWebhook(row),
    secret,
  }
}

import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import { chosenIds } from '../../http/chosen-ids.ts'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { auditWebhook } from './audit-webhook.ts'
import { noSuchWebhook, lockWebhooks } from './queries.ts'

/**
 * Deletes webhooks with their deliveries, all or none.
 * @throws AppError (404) if one is not the client's
 */
export async function removeWebhooks(
  context: Context,
  { query }: RouteChecked<typeof routes.remove>,
): Promise<RouteAnswer<typeof routes.remove>> {
  const { transaction, client } = context
  const ids = chosenIds(query)
  const rows = await transaction.rows(lockWebhooks(client, ids))
  if (rows.length < ids.length) throw noSuchWebhook()
  await transaction.write(
    db
      .deleteFrom('webhooks')
      .where('client_code', '=', client)
      .where('webhook_id', '=', sql<number>`any (${ids}::bigint[])`),
  )
  for (const { webhook_id: id, name, url, events, active } of rows)
    await auditWebhook(context, { id, name, act: 'webhook.deleted', was: { name, url, events, active } })
  return { message: DATA_DELETED, deleted: rows.length }
}

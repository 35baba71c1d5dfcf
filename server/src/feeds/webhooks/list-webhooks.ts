import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { noSuchWebhook, presentWebhook, selectWebhooks, countWebhooks } from './queries.ts'

/**
 * Lists the webhooks of the call's clients, or one by id.
 * @throws AppError (404) if the id is not one of theirs
 */
export async function listWebhooks(
  { transaction, clients, now }: Context,
  { query }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const { page, limit, sort, desc, id, search } = query
  const filter = { clients, id, search }
  const [rows, counted] = await Promise.all([
    transaction.rows(selectWebhooks(filter, { offset: (page - 1) * limit, limit, sort, desc })),
    transaction.row(countWebhooks(filter)),
  ])
  const total = counted?.total ?? 0
  if (id && total === 0) throw noSuchWebhook()
  return { webhooks: rows.map((row) => presentWebhook(row, now)), total }
}

import type { apiKeys as routes } from '@despatch/contract/administration/api-keys/api-keys'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { keysPage, keysTotal, presentKey } from './queries.ts'

/** A page of the keys that the caller may see, without their secrets. */
export async function listApiKeys(
  context: Context,
  { query }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const { page, limit, sort, desc, ...filter } = query
  const [rows, counted] = await Promise.all([
    context.transaction.rows(keysPage(context, filter, { offset: (page - 1) * limit, limit, sort, desc })),
    context.transaction.row(keysTotal(context, filter)),
  ])
  return { apiKeys: rows.map((row) => presentKey(row, context)), total: counted?.total ?? 0 }
}

import type { multiBox as routes } from '@despatch/contract/routing/multi-box/multi-box'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import { goodsOf, noSuchSku } from './goods-queries.ts'

/** What a SKU weighs and measures, its categories and its boxes. Throws an AppError (404) for one that the client has not. */
export async function goods(
  { transaction, client }: Context,
  { query }: RouteChecked<typeof routes.goods>,
): Promise<RouteAnswer<typeof routes.goods>> {
  const sku = (await loadSkuSpelling(transaction, client, [query.SKU]))(query.SKU)
  const found = await goodsOf(transaction, client, sku, 'to-read')
  if (!found) throw noSuchSku(query.SKU)
  return found
}

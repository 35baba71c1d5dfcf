import type { multiBox as routes } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import { loadGoods, noSuchSku } from './goods-queries.ts'

/** Reads a SKU's weight, size, categories and boxes. Throws an AppError (404) if the client does not have the SKU. */
export async function readGoods(
  { transaction, client }: Context,
  { query }: RouteChecked<typeof routes.goods>,
): Promise<RouteAnswer<typeof routes.goods>> {
  const sku = (await loadSkuSpelling(transaction, client, [query.SKU]))(query.SKU)
  const found = await loadGoods(transaction, client, sku, 'to-read')
  if (!found) throw noSuchSku(query.SKU)
  return found
}

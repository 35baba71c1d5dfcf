import type { multiBox as routes } from '@despatch/contract/multi-box/multi-box'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../app/context.ts'
import { goodsOf, noSuchSku } from './goods-queries.ts'

/** What a SKU weighs and measures, its categories and its boxes. Throws a Refusal (404) for one that the client has not. */
export async function goods(
  { transaction, client }: Context,
  { query }: RouteChecked<typeof routes.goods>,
): Promise<RouteAnswer<typeof routes.goods>> {
  const found = await goodsOf(transaction, client, query.SKU, 'to-read')
  if (!found) throw noSuchSku(query.SKU)
  return found
}

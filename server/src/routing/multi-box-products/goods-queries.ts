import type { Goods, multiBox as routes } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { compareCodes } from '@despatch/domain/text/compare-codes'
import { centimetresOf, cubicMetresOf, kilogramsOf } from '@despatch/domain/routing/allocation/units'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { loadComponents } from './multi-box-queries.ts'

/** Loads a SKU's weight, size, categories and boxes; undefined if the client does not have the SKU. */
export async function loadGoods(
  transaction: Transaction,
  client: string,
  sku: string,
  lock: 'to-read' | 'to-change',
): Promise<RouteAnswer<typeof routes.goods> | undefined> {
  const row = await transaction.row(
    db
      .selectFrom('skus')
      .select(['description', 'weight', 'length', 'volume', 'categories'])
      .where('client_code', '=', client)
      .where('sku_code', '=', sku)
      .$if(lock === 'to-change', (query) => query.forNoKeyUpdate()),
  )
  if (!row) return undefined
  // Read after the lock, to see what a concurrent call has written.
  const components = (await loadComponents(transaction, client, [sku])).get(sku) ?? []
  return {
    SKU: sku,
    Item_Description: row.description.trim(),
    goods: sortedGoods({
      weight: row.weight === null ? null : kilogramsOf(row.weight),
      length: row.length === null ? null : centimetresOf(row.length),
      volume: row.volume === null ? null : cubicMetresOf(row.volume),
      categories: row.categories,
      components: components.map(({ Code, quantity }) => ({ Code, quantity })),
    }),
    components,
  }
}

/** Puts goods into a canonical form: unique categories by name, boxes by code. */
export function sortedGoods({ weight, length, volume, categories, components }: Goods): Goods {
  return {
    weight,
    length,
    volume,
    categories: [...new Set(categories)].toSorted(compareCodes),
    components: components
      .map(({ Code, quantity }) => ({ Code, quantity }))
      .toSorted((one, other) => compareCodes(one.Code, other.Code)),
  }
}

export function noSuchSku(sku: string): AppError {
  return new AppError('not_found', `This client has no SKU ${sku}.`)
}

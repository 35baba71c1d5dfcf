import { stock } from '@despatch/contract/stock/stock'
import { sameName } from '@despatch/domain/text/same-name'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../kit/server/call.ts'

/** What an order may have of some SKUs, by their names in any case; null of one that was never counted. */
export type AvailableStock = {
  readonly refusesShort: boolean
  readonly skus: ReadonlyMap<string, AvailableSku>
}

/** The pieces of a SKU, and the boxes that it comes in: of one that is no kit itself, once. */
export type AvailableSku = {
  readonly available: number | null
  readonly boxes: readonly { readonly Code: string; readonly quantity: number; readonly available: number | null }[]
}

/** What is available of the SKUs of an order, in one call; `orderNumber` is that of an order that is amended, else ''. */
export const availableStock = (codes: readonly string[], orderNumber: string, client?: string) => {
  const skus = [...new Map(codes.toReversed().map((code) => [sameName(code), code])).values()].toSorted()
  return queryOptions({
    queryKey: ['stock', 'available', skus, orderNumber, client],
    queryFn: async ({ signal }): Promise<AvailableStock> => {
      const { refusesShort, rows } = await call(
        stock.availableStock,
        { body: { skus, orderNumber } },
        { signal, client },
      )
      const known = rows.map(({ sku, available, boxes }): [string, AvailableSku] => [
        sameName(sku),
        { available, boxes: boxes ?? [{ Code: sku, quantity: 1, available }] },
      ])
      return { refusesShort, skus: new Map(known) }
    },
    enabled: skus.length > 0,
    placeholderData: keepPreviousData,
  })
}

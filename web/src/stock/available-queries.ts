import { stock } from '@despatch/contract/stock/stock'
import { sameName } from '@despatch/domain/text/same-name'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../kit/server/call.ts'

/** Stock available to an order, by SKU in any case. */
export type AvailableStock = {
  readonly refusesShort: boolean
  readonly skus: ReadonlyMap<string, AvailableSku>
}

/** Available pieces of a SKU (null if never counted), and its boxes; a SKU that is no kit is its own single box. */
export type AvailableSku = {
  readonly available: number | null
  readonly boxes: readonly { readonly Code: string; readonly quantity: number; readonly available: number | null }[]
}

/** Loads the available stock of an order's SKUs in one call. `orderNumber` is that of an order being amended, else ''. */
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
      const entries = rows.map(({ sku, available, boxes }): [string, AvailableSku] => [
        sameName(sku),
        { available, boxes: boxes ?? [{ Code: sku, quantity: 1, available }] },
      ])
      return { refusesShort, skus: new Map(entries) }
    },
    enabled: skus.length > 0,
    placeholderData: keepPreviousData,
  })
}

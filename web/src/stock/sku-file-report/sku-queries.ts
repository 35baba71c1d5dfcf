import type { SkuRow } from '@despatch/contract/stock/stock'
import { SKU_SEARCH_PAGE_SIZE, stock } from '@despatch/contract/stock/stock'
import { sameName } from '@despatch/domain/text/same-name'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { skuPages } from './use-sku-choices.tsx'

/**
 * Searches SKUs whose code begins with a text or whose description contains it, for a client (default: the selected
 * one). A newer search cancels the running one.
 */
export const skuSearch = (search: string, client?: string) =>
  skuPages(['skus', 'search', search, client], SKU_SEARCH_PAGE_SIZE, (page, signal) =>
    call(stock.searchSku, { body: { search, page, limit: SKU_SEARCH_PAGE_SIZE } }, { signal, client }),
  )

/** The SKU of this code in any case; null if the client has none. */
export const skuByCode = (code: string, client?: string) =>
  queryOptions({
    queryKey: ['skus', 'code', sameName(code), client],
    queryFn: async ({ signal }): Promise<SkuRow | null> => {
      const { rows } = await call(stock.searchSku, { body: { search: code, limit: 100 } }, { signal, client })
      return rows.find(({ Code }) => sameName(Code) === sameName(code)) ?? null
    },
    enabled: code !== '',
    staleTime: 5 * 60_000,
  })

/** Caches a SKU chosen from a list, so that its price is available at once. */
export function rememberSku(sku: SkuRow, client?: string): void {
  queryClient.setQueryData(skuByCode(sku.Code, client).queryKey, sku)
}

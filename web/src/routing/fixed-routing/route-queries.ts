import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { fixedRouting, SKU_PAGE_SIZE } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { skuPages } from '../../stock/sku-file-report/use-sku-choices.tsx'
import type { FilterBody } from './route-search.ts'

// Beneath the key of the rule book: they ask again when any of it has changed.

/** The carriers of the client with their services and methods. */
export const carrierChoices = queryOptions({
  queryKey: ['rule-book', 'fixed-routing', 'carriers'],
  queryFn: async ({ signal }) => (await call(fixedRouting.carrierServices, {}, { signal })).carriers,
})

/** The categories of the client's SKUs, with what is counted of each. */
export const categoryChoices = queryOptions({
  queryKey: ['rule-book', 'fixed-routing', 'categories'],
  queryFn: async ({ signal }) => (await call(fixedRouting.categories, {}, { signal })).categories,
})

/** SKUs to choose from, by code or description. A newer search cancels the one under way. */
export const skuChoices = (code: string, isForRegions: boolean) =>
  skuPages(['rule-book', 'fixed-routing', 'skus', code, isForRegions], SKU_PAGE_SIZE, (page, signal) => {
    const ForRegions = isForRegions ? 'true' : 'false'
    return call(fixedRouting.skus, { query: { ForRegions, ...(code && { code }), page: String(page) } }, { signal })
  })

/** The same on the screen that is by region. */
export const skuChoicesByRegion = (sku: string) =>
  skuPages(['rule-book', 'fixed-routing', 'skus-by-region', sku], SKU_PAGE_SIZE, (page, signal) =>
    call(fixedRouting.skusByRegion, { query: { ...(sku && { sku }), page: String(page) } }, { signal }),
  )

/** The SKUs that routes with regions hold, all of them. */
export const skusWithRegions = queryOptions({
  queryKey: ['rule-book', 'fixed-routing', 'with-regions'],
  queryFn: async ({ signal }) => (await call(fixedRouting.skusWithRegions, {}, { signal })).rows,
})

/** One page of the category detail. */
export function fetchDetail(
  body: FilterBody,
  sortedBy: 'description' | 'code',
  page: number,
  limit: number,
  signal?: AbortSignal,
) {
  return call(
    fixedRouting.categoryDetail,
    { query: { sortedBy }, body: { ...body, page, limit } },
    signal ? { signal } : {},
  )
}

/** All rows that a filter keeps, by code: what is exported. */
export async function exportDetail(body: FilterBody, signal: AbortSignal): Promise<CategoryDetailRow[]> {
  return (await call(fixedRouting.exportCategoryDetail, { query: { sortedBy: 'code' }, body }, { signal })).rows
}

/** The routes of some SKUs that name regions, whole. */
export async function fetchSkuDetails(skus: readonly string[], signal: AbortSignal): Promise<CategoryDetailRow[]> {
  if (skus.length === 0) return []
  return (await call(fixedRouting.skuDetails, { body: { skus: [...skus] } }, { signal })).rows
}

/** Routes by their ids, as they are now. */
export async function fetchRoutes(customPreferenceIDs: string[]): Promise<CategoryDetailRow[]> {
  return (await fetchDetail({ customPreferenceIDs }, 'code', 1, 1000)).rows
}

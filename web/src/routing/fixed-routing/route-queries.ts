import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { fixedRouting, SKU_PAGE_SIZE } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { skuPages } from '../../stock/sku-file-report/use-sku-choices.tsx'
import type { FilterBody } from './route-search.ts'

// Under the rule book's query key, so that any change of the book refreshes them.

/** The client's carriers with their services and methods. */
export const carrierChoices = queryOptions({
  queryKey: ['rule-book', 'fixed-routing', 'carriers'],
  queryFn: async ({ signal }) => (await call(fixedRouting.carrierServices, {}, { signal })).carriers,
})

/** The client's categories with their counts. */
export const categoryChoices = queryOptions({
  queryKey: ['rule-book', 'fixed-routing', 'categories'],
  queryFn: async ({ signal }) => (await call(fixedRouting.categories, {}, { signal })).categories,
})

/** SKUs by code or description. A newer search cancels the running one. */
export const skuChoices = (code: string, isForRegions: boolean) =>
  skuPages(['rule-book', 'fixed-routing', 'skus', code, isForRegions], SKU_PAGE_SIZE, (page, signal) => {
    const ForRegions = isForRegions ? 'true' : 'false'
    return call(fixedRouting.skus, { query: { ForRegions, ...(code && { code }), page: String(page) } }, { signal })
  })

/** SKUs for the screen by region. */
export const skuChoicesByRegion = (sku: string) =>
  skuPages(['rule-book', 'fixed-routing', 'skus-by-region', sku], SKU_PAGE_SIZE, (page, signal) =>
    call(fixedRouting.skusByRegion, { query: { ...(sku && { sku }), page: String(page) } }, { signal }),
  )

/** All SKUs that have routes with regions. */
export const skusWithRegions = queryOptions({
  queryKey: ['rule-book', 'fixed-routing', 'with-regions'],
  queryFn: async ({ signal }) => (await call(fixedRouting.skusWithRegions, {}, { signal })).rows,
})

/** Loads a page of the category detail. */
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

/** Loads all rows that match a filter, by code, for export. */
export async function exportDetail(body: FilterBody, signal: AbortSignal): Promise<CategoryDetailRow[]> {
  return (await call(fixedRouting.exportCategoryDetail, { query: { sortedBy: 'code' }, body }, { signal })).rows
}

/** Loads the routes with regions of some SKUs, with all fields. */
export async function fetchSkuDetails(skus: readonly string[], signal: AbortSignal): Promise<CategoryDetailRow[]> {
  if (skus.length === 0) return []
  return (await call(fixedRouting.skuDetails, { body: { skus: [...skus] } }, { signal })).rows
}

/** Loads current routes by id. */
export async function fetchRoutes(customPreferenceIDs: string[]): Promise<CategoryDetailRow[]> {
  return (await fetchDetail({ customPreferenceIDs }, 'code', 1, 1000)).rows
}

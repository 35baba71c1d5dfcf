import { announcedReturns, type ListedReturn, PORTAL_SHOWS } from '@despatch/contract/returns/portal/announced-returns'
import { shoppersPage } from '@despatch/contract/returns/shoppers-page'
import { LIFE_STATE_CODES } from '@despatch/domain/returns/life/return-state'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { pageFields, SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { call } from '../../kit/server/call.ts'
import { nullIfNotFound } from '../../kit/server/null-if-not-found.ts'
import { queryClient } from '../../kit/server/query-client.ts'

const KEY = ['announced-returns'] as const

/** Search parameters of the Returns Portal. */
export const portalShape = z.object({
  search: z.string().max(60).catch(''),
  state: z.enum([...LIFE_STATE_CODES, '']).catch(''),
  show: z.enum([...PORTAL_SHOWS, '']).catch(''),
  ...pageFields(SHORT_PAGE_SIZE),
  /** Reference of the return that is open beside the list. */
  return: z.string().max(50).catch(''),
})
export type PortalSearch = z.output<typeof portalShape>
export const NO_PORTAL_FILTER = { search: '', state: '', show: '' } as const

export const returnsPortalAddress = screenAddress<Partial<Pick<PortalSearch, 'return' | 'search' | 'show'>>>(
  entryOf('reportsAndEnquiries.returnsPortal').path,
)

export function portalQuery({ search, state, show }: PortalSearch) {
  return { ...(search.trim() && { search: search.trim() }), ...(state && { state }), ...(show && { show }) }
}
type PortalQuery = ReturnType<typeof portalQuery>
export const portalKey = (query: PortalQuery) => [...KEY, 'list', query]

/** A page of announced returns. */
export async function fetchPortal(
  query: PortalQuery,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<{ rows: readonly ListedReturn[]; total: number }> {
  const paged = { ...query, page: String(page), limit: String(limit) }
  const { rows, total } = await call(announcedReturns.list, { query: paged }, { signal })
  return { rows, total }
}

/** Counts of returns in review, with a refund due, and overdue. */
export const portalCounts = queryOptions({
  queryKey: [...KEY, 'counts'],
  queryFn: ({ signal }) =>
    call(announcedReturns.list, { query: { page: '1', limit: '1' } }, { signal }).then(({ counts }) => counts),
})

/** One return; null if there is none. */
export const returnOf = (reference: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', reference],
    queryFn: ({ signal }) => call(announcedReturns.record, { params: { reference } }, { signal }).catch(nullIfNotFound),
  })

/** The photos that a shopper sent with a return. */
export const photosOf = (client: string, returnReference: string) =>
  queryOptions({
    queryKey: [...KEY, 'photos', client, returnReference],
    queryFn: ({ signal }) =>
      call(shoppersPage.photos, { query: { returnReference } }, { client, signal }).then(({ photos }) => photos),
  })

/** Refreshes everything that shows returns. */
export const portalChanged = () => queryClient.invalidateQueries({ queryKey: KEY })

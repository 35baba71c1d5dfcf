import type { Credit } from '@despatch/contract/invoices/credits'
import {
  type Dispute,
  DISPUTE_SORTS,
  DISPUTE_STATE_FILTERS,
  type DisputedRow,
} from '@despatch/contract/invoices/disputes'
import { invoices } from '@despatch/contract/invoices/invoices'
import { AGES } from '@despatch/domain/invoices/dispute'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { pageFields, SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { call } from '../../kit/server/call.ts'
import { nullIfNotFound } from '../../kit/server/null-if-not-found.ts'
import { addressId } from '../invoice-queries.ts'

/** Under the key of invoices, so that every decision on invoices reloads disputes. */
const KEY = ['invoices', 'disputes'] as const

/** The address parameters of the list. */
export const disputesShape = z.object({
  search: z.string().max(100).catch(''),
  /** '' until the user chooses: see {@link shownState}. */
  state: z.enum([...DISPUTE_STATE_FILTERS, 'all', '']).catch(''),
  carrier: z.string().max(50).catch(''),
  age: z.enum([...AGES, '']).catch(''),
  ...pageFields(SHORT_PAGE_SIZE),
  sort: z.enum(DISPUTE_SORTS).catch('dueDay'),
  order: z.enum(['asc', 'desc']).catch('asc'),
  /** The dispute in the drawer. */
  dispute: addressId,
  show: z.enum(['credits', '']).catch(''),
})
export type DisputesSearch = z.output<typeof disputesShape>
export const NO_DISPUTE_FILTER = { search: '', state: '', carrier: '', age: '' } as const

/**
 * The listed states: the chosen one, otherwise the unsettled ones. A search without a chosen state covers all states
 * ('').
 */
export function shownState({ state, search }: Pick<DisputesSearch, 'state' | 'search'>) {
  if (state === '') return search.trim() === '' ? 'unsettled' : ''
  return state === 'all' ? '' : state
}

export function disputesQuery(filters: DisputesSearch) {
  const { search, carrier, age, sort, order } = filters
  const state = shownState(filters)
  return {
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
    ...(search.trim() && { search: search.trim() }),
    ...(state && { state }),
    ...(carrier && { carrier }),
    ...(age && { age }),
  }
}
type DisputesQuery = ReturnType<typeof disputesQuery>
export const disputesKey = (query: DisputesQuery) => [...KEY, 'list', query]

type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }
const paged = (page: number, limit: number) => ({ page: String(page), limit: String(limit) })

export async function fetchDisputes(
  query: DisputesQuery,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Page<Dispute>> {
  const { disputes, pageInfo } = await call(
    invoices.disputes,
    { query: { ...query, ...paged(page, limit) } },
    { signal },
  )
  return { rows: disputes, total: pageInfo.total }
}

export const ageingNow = queryOptions({
  queryKey: [...KEY, 'ageing'],
  queryFn: ({ signal }) => call(invoices.disputeAgeing, {}, { signal }).then(({ carriers }) => carriers),
})

/** One dispute; null if there is none. */
export const disputeOf = (disputeID: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', disputeID],
    queryFn: ({ signal }) => call(invoices.dispute, { params: { disputeID } }, { signal }).catch(nullIfNotFound),
  })

export const disputedRowsOf = (disputeID: string, page: number) =>
  queryOptions({
    queryKey: [...KEY, 'rows', disputeID, page],
    queryFn: ({ signal }): Promise<Page<DisputedRow>> =>
      call(invoices.disputeRows, { params: { disputeID }, query: paged(page, SHORT_PAGE_SIZE) }, { signal }).then(
        ({ rows, pageInfo }) => ({ rows, total: pageInfo.total }),
      ),
  })

/** Credits that wait to be assigned, at most 200. */
export const creditsNow = queryOptions({
  queryKey: [...KEY, 'credits'],
  queryFn: ({ signal }): Promise<Page<Credit>> =>
    call(invoices.credits, { query: paged(1, 200) }, { signal }).then(({ credits, pageInfo }) => ({
      rows: credits,
      total: pageInfo.total,
    })),
})

/** The newest credits that a user has assigned; an import settles no lump sums. */
export const placedCreditsNow = queryOptions({
  queryKey: [...KEY, 'credits', 'placed'],
  queryFn: ({ signal }): Promise<Credit[]> =>
    call(invoices.credits, { query: { ...paged(1, 200), all: 'true' } }, { signal }).then(({ credits }) =>
      credits.filter(({ explanation, isLumpSum, settled }) => explanation !== '' || (isLumpSum && Number(settled) > 0)),
    ),
})

/** The pre-flight of a rejection. */
export const rejectionOf = (of: 'invoices' | 'details' | 'parcels', ids: readonly string[]) =>
  queryOptions({
    queryKey: [...KEY, 'rejection', of, ids],
    queryFn: ({ signal }) => call(invoices.rejection, { body: { of, ids: ids.join(',') } }, { signal }),
    staleTime: 0,
  })

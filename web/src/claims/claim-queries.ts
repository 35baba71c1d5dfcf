import type { Claim, Claimable } from '@despatch/contract/claims/claim'
import { CLAIM_SORTS, claims } from '@despatch/contract/claims/claims'
import { addDays } from '@despatch/domain/calendar/day'
import { CLAIM_CAUSES, CLAIM_STATES } from '@despatch/domain/claims/claim'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { pageFields } from '../kit/list/page-size.ts'
import { call } from '../kit/server/call.ts'
import { nullIfNotFound } from '../kit/server/null-if-not-found.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { operatorToday } from '../kit/browser/clock.ts'

const KEY = ['claims'] as const

/** Reloads everything about claims after a change. */
export const claimsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })

const narrowed = {
  carrier: z.string().max(50).catch(''),
  cause: z.enum([...CLAIM_CAUSES, '']).catch(''),
}
const day = z.iso.date().or(z.literal('')).catch('')

/** The address parameters of the list of claimable parcels. */
export const claimableShape = z.object({
  reference: z.string().max(60).catch(''),
  ...narrowed,
  week: z.enum(['yes', '']).catch(''),
  client: z.string().max(20).catch(''),
  /** With both, lists parcels whose deadline passed on these days without a claim, instead of claimable ones. */
  missedFrom: day,
  missedTo: day,
  /** The order or parcel whose prefilled claim is open beside the list. */
  open: z.string().max(60).catch(''),
  ...pageFields(),
})
export type ClaimableSearch = z.output<typeof claimableShape>
export const NO_CLAIMABLE_FILTER = {
  reference: '',
  carrier: '',
  cause: '',
  week: '',
  client: '',
  missedFrom: '',
  missedTo: '',
} as const

export const isMissed = ({ missedFrom, missedTo }: ClaimableSearch) => missedFrom !== '' && missedTo !== ''

export function claimableBody(search: ClaimableSearch) {
  const { reference, carrier, cause, week, client, missedFrom, missedTo } = search
  return {
    ...(client && { clientCode: client }),
    ...(isMissed(search) && { missedFrom, missedTo }),
    ...(reference.trim() && { reference: reference.trim() }),
    ...(carrier && { carrier }),
    ...(cause && { cause }),
    ...(week && { until: addDays(operatorToday(), 6) }),
  }
}
export type ClaimableBody = Partial<ReturnType<typeof claimableBody>>
export const claimableKey = (body: ClaimableBody, client: string) => [...KEY, 'claimable', client, body]

type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }

export const fetchClaimable = (
  body: ClaimableBody,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Page<Claimable>> => call(claims.claimable, { body: { ...body, page, limit } }, { signal })

/** The claimable parcels of an order, or one parcel. */
export const claimableOf = (reference: string, clientCode: string, client: string) =>
  queryOptions({
    queryKey: [...KEY, 'claimable of', client, clientCode, reference],
    queryFn: ({ signal }) =>
      fetchClaimable({ reference, ...(clientCode && { clientCode }) }, 1, 50, signal).then(({ rows }) => rows),
  })

/** The sums of claimable parcels, by carrier and cause. */
export const claimableSums = (body: ClaimableBody, client: string) =>
  queryOptions({
    queryKey: [...KEY, 'sums', client, body],
    queryFn: ({ signal }) =>
      call(claims.claimable, { body: { ...body, page: 1, limit: 1 } }, { signal }).then(({ sums }) => sums),
  })

/** The address parameters of the list of claims. */
export const claimsShape = z.object({
  search: z.string().max(60).catch(''),
  state: z.enum([...CLAIM_STATES, '']).catch(''),
  client: z.string().max(20).catch(''),
  ...narrowed,
  from: day,
  to: day,
  ...pageFields(),
  sort: z.enum(CLAIM_SORTS).catch('preparedAt'),
  order: z.enum(['asc', 'desc']).catch('desc'),
  /** The claim that is open beside the list. */
  claim: z.string().max(15).catch(''),
})
export type ClaimsSearch = z.output<typeof claimsShape>
export const NO_CLAIMS_FILTER = { search: '', state: '', carrier: '', cause: '', client: '', from: '', to: '' } as const

export function claimsBody({ search, state, carrier, cause, client, from, to, sort, order }: ClaimsSearch) {
  return {
    sort,
    desc: order === 'desc',
    ...(search.trim() && { search: search.trim() }),
    ...(state && { state: [state] }),
    ...(carrier && { carrier }),
    ...(cause && { cause }),
    ...(client && { clientCode: client }),
    ...(from && { preparedFrom: from }),
    ...(to && { preparedTo: to }),
  }
}
export type ClaimsBody = ReturnType<typeof claimsBody>
export const claimsKey = (body: ClaimsBody, client: string) => [...KEY, 'list', client, body]

export const fetchClaims = (
  body: ClaimsBody,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Page<Claim>> => call(claims.list, { body: { ...body, page, limit } }, { signal })

/** One claim; null if there is none. */
export const claimOf = (claimID: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', claimID],
    queryFn: ({ signal }) => call(claims.claim, { params: { claimID } }, { signal }).catch(nullIfNotFound),
  })

/** What can be claimed for a parcel; null if no parcel has the number. */
export const claimOfParcel = (trackingNumber: string, client: string) =>
  queryOptions({
    queryKey: [...KEY, 'parcel', client, trackingNumber],
    queryFn: ({ signal }) =>
      call(claims.parcel, { query: { trackingNumber } }, { signal, ...(client && { client }) }).catch(nullIfNotFound),
  })

/** The address parameters of the screen for one customer. */
export const customerShape = z.object({
  /** Specification 2: the screen begins in the view customerSelection. */
  view: z.enum(['customerSelection', 'branch', 'list', 'claim']).catch('customerSelection'),
  customer: z.string().max(100).catch(''),
  branch: z.string().max(40).catch(''),
  dateFrom: day,
  dateTo: day,
  carrier: z.string().max(50).catch(''),
  cause: z.enum([...CLAIM_CAUSES, '']).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})
export type CustomerSearch = z.output<typeof customerShape>

export const BRANCHES_A_PAGE = 50
export const searchBody = ({ customer, branch, dateFrom, dateTo, carrier, cause, page }: CustomerSearch) => ({
  customer: customer.trim(),
  ...(branch && { Branch_Code: branch }),
  ...(dateFrom && { dateFrom }),
  ...(dateTo && { dateTo }),
  ...(carrier.trim() && { carrier: carrier.trim() }),
  ...(cause && { cause }),
  page: branch ? 1 : page,
  limit: BRANCHES_A_PAGE,
})

export const branchesOf = (search: CustomerSearch, client: string) =>
  queryOptions({
    queryKey: [...KEY, 'branches', client, searchBody(search)],
    queryFn: ({ signal }) => call(claims.searchBranch, { body: searchBody(search) }, { signal }),
    enabled: search.view !== 'customerSelection' && search.customer.trim() !== '',
  })

export const termsNow = queryOptions({
  queryKey: [...KEY, 'terms'],
  queryFn: ({ signal }) => call(claims.terms, {}, { signal }),
})

export const figuresOf = (dateFrom: string, dateTo: string, client: string) =>
  queryOptions({
    queryKey: [...KEY, 'figures', client, dateFrom, dateTo],
    queryFn: ({ signal }) => call(claims.figures, { body: { dateFrom, dateTo } }, { signal }).then(({ rows }) => rows),
  })

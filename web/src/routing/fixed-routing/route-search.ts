import { customPreferenceID } from '@despatch/contract/routing/fixed-routing/fixed-route'
import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteInput } from '@despatch/contract/route/types'
import { isDay } from '@despatch/domain/calendar/day'
import { z } from 'zod'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** A list of regions in an address: 'AB,AL'. */
const regionsText = z.string().regex(/^([A-Z]{1,2}(,[A-Z]{1,2}){0,129})?$/)
const dayText = z.string().refine((text) => text === '' || isDay(text))
const place = {
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
}

/** The search parameters of the screen by SKU: category form, routing filter, page and sort. */
export const routeSearchShape = z.object({
  category: z.string().max(40).catch(''),
  fixed: z.enum(['true', '']).catch(''),
  skus: z.enum(['false', '']).catch(''),
  includes: z.string().max(100).catch(''),
  carrier: z.string().max(20).catch(''),
  service: z.string().max(60).catch(''),
  method: z.string().max(40).catch(''),
  regions: regionsText.catch(''),
  from: dayText.catch(''),
  to: dayText.catch(''),
  /** A single route by id, for links from findings and decisions. */
  route: customPreferenceID.or(z.literal('')).catch(''),
  ...place,
  sort: z.enum(['description', 'code']).catch('description'),
})
export type RouteSearch = z.output<typeof routeSearchShape>

export const NO_FILTER = {
  includes: '',
  carrier: '',
  service: '',
  method: '',
  regions: '',
  from: '',
  to: '',
  route: '',
} as const
/** The search parameters without any filter. */
export const EMPTY_SEARCH = { ...NO_FILTER, category: '', fixed: '', skus: '' } as const

export type FilterBody = RouteInput<typeof fixedRouting.exportCategoryDetail>['body']

/** The filter for the call. */
export function filterBody(search: RouteSearch): FilterBody {
  const { category, fixed, skus, includes, carrier, service, method, regions, from, to, route } = search
  return {
    category,
    show_products_fixed: fixed === 'true',
    include_skus_fixed: skus !== 'false',
    includes: includes.trim(),
    carrier,
    service,
    method,
    regionList: codesOf(regions),
    startDate: from || null,
    endDate: to || null,
    customPreferenceIDs: route ? [route] : [],
  }
}

/** The search parameters of the screen by region. */
export const regionSearchShape = z.object({
  sku: z.string().max(40).catch(''),
  carrier: z.string().max(20).catch(''),
  method: z.string().max(40).catch(''),
  regions: regionsText.catch(''),
  ...place,
})

/** Splits 'AB,AL'. */
export const codesOf = (text: string) => (text === '' ? [] : text.split(','))

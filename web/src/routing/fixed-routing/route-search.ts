import { customPreferenceID } from '@despatch/contract/routing/fixed-routing/fixed-route'
import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteInput } from '@despatch/contract/route/types'
import { isDay } from '@despatch/domain/calendar/day'
import { z } from 'zod'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** A list of regions as an address holds it: 'AB,AL'. */
const regionsText = z.string().regex(/^([A-Z]{1,2}(,[A-Z]{1,2}){0,129})?$/)
const dayText = z.string().refine((text) => text === '' || isDay(text))
const place = {
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
}

/** What the address of the screen by SKU says: the category form, the routing filter, page and sort. */
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
  /** One route, by its id: where a finding or a decision leads to. */
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
/** The same with the category form: where nothing narrows the list. */
export const NOTHING_ASKED = { ...NO_FILTER, category: '', fixed: '', skus: '' } as const

export type FilterBody = RouteInput<typeof fixedRouting.exportCategoryDetail>['body']

/** What an address asks for, as the call takes it. */
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

/** What the address of the screen by region says. */
export const regionSearchShape = z.object({
  sku: z.string().max(40).catch(''),
  carrier: z.string().max(20).catch(''),
  method: z.string().max(40).catch(''),
  regions: regionsText.catch(''),
  ...place,
})

/** 'AB,AL' as a list. */
export const codesOf = (text: string) => (text === '' ? [] : text.split(','))

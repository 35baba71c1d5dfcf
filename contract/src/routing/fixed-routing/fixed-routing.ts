import { z } from 'zod'
import { carrierCode, methodId, published, regionCode } from '../rule-book/fields.ts'
import { queryFlagOr, requiredText, text, wholePaging, wholeQueryPaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import {
  amendedFixedRoutes,
  categoryDetailRow,
  categoryFilter,
  newFixedRoutes,
  region,
  removedFixedRoutes,
} from './fixed-route.ts'

const BY_SKU = 'carrierRoutingControl.productFixedRoutingBySku' as const
const BY_REGION = 'carrierRoutingControl.productFixedRoutingByRegion' as const
const EITHER = { reads: [BY_SKU, BY_REGION] } as const
const CHANGES = { edits: [BY_SKU, BY_REGION] } as const

/** The page size of SKU pickers. */
export const SKU_PAGE_SIZE = 100
/** Specification 3: 'SKU list row: Item_Description (trimmed, sorted case-insensitively) and Code'. */
const skuRows = z.strictObject({
  rows: z.array(z.strictObject({ Code: z.string(), Item_Description: z.string() })),
  total: z.int(),
})
const sortedBy = z.strictObject({ sortedBy: z.enum(['description', 'code']).default('description') })
const service = z.strictObject({
  service: z.string(),
  serviceName: z.string(),
  methods: z.array(z.strictObject({ method: methodId, methodName: z.string() })),
})

export const fixedRouting = routes({
  skusByRegion: {
    method: 'GET',
    path: '/api/productFixedRoutingByRegion/sku/list',
    summary: 'SKUs of a client by part of a code or a description, a page at a time in the order of their descriptions',
    permission: EITHER,
    access: 'one-client',
    query: z.strictObject({ sku: text(100, 'Search').optional(), ...wholeQueryPaging(SKU_PAGE_SIZE) }),
    answer: skuRows,
    errors: [],
    audited: false,
    whole: 'rows',
  },
  skuDetails: {
    method: 'POST',
    path: '/api/productFixedRoutingByRegion/getSkuDetailsv2',
    summary: 'The fixed routes of some SKUs that name regions',
    permission: EITHER,
    access: 'one-client',
    body: z.strictObject({ skus: z.array(requiredText(40, 'SKU')).min(1, 'Choose a SKU').max(1000) }),
    answer: z.strictObject({ rows: z.array(categoryDetailRow) }),
    errors: [],
    audited: false,
  },
  regions: {
    method: 'GET',
    path: '/api/productFixedRoutingByRegion/getAllRegions',
    summary: 'The regions of the United Kingdom: its postcode areas',
    permission: { reads: [BY_SKU, BY_REGION, 'carrierRoutingControl.carrierPrices'] },
    access: 'one-client',
    answer: z.strictObject({ Regions: z.array(region) }),
    errors: [],
    audited: false,
  },
  skusWithRegions: {
    method: 'GET',
    path: '/api/productFixedRoutingByRegion/getSkusWithRegionsv2',
    summary: 'The SKUs that fixed routes with regions hold, in the order of code and regions',
    permission: EITHER,
    access: 'one-client',
    answer: z.strictObject({
      rows: z.array(
        z.strictObject({
          Code: z.string(),
          Item_Description: z.string(),
          RegionListName: z.string(),
          RegionList: z.array(regionCode),
          CarrierCode: z.string(),
          /** Empty for any method of the carrier. */
          method: z.string(),
          customPreferenceID: z.string(),
        }),
      ),
    }),
    errors: [],
    audited: false,
  },
  skus: {
    method: 'GET',
    path: '/api/productFixedRouting/sku/list/v2',
    summary:
      'SKUs of a client that begin with or contain a text, a page at a time; ForRegions leaves out those that regions hold already',
    permission: EITHER,
    access: 'one-client',
    query: z.strictObject({
      code: text(100, 'Search').optional(),
      ForRegions: queryFlagOr(false),
      ...wholeQueryPaging(SKU_PAGE_SIZE),
    }),
    answer: skuRows,
    errors: [],
    audited: false,
    whole: 'rows',
  },
  categoryDetail: {
    method: 'POST',
    path: '/api/productFixedRouting/categoryDetail/v2',
    summary: 'The products of a category, and the category, with what holds them; a page at a time',
    permission: EITHER,
    access: 'one-client',
    query: sortedBy,
    body: categoryFilter.extend(wholePaging),
    answer: z.strictObject({ rows: z.array(categoryDetailRow), total: z.int() }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  exportCategoryDetail: {
    method: 'POST',
    path: '/api/productFixedRouting/categoryDetail/export/v2',
    summary: 'The same rows, all of them, by code',
    permission: EITHER,
    access: 'one-client',
    query: z.strictObject({ sortedBy: z.enum(['description', 'code']).default('code') }),
    body: categoryFilter,
    answer: z.strictObject({ rows: z.array(categoryDetailRow) }),
    errors: [],
    audited: false,
  },
  add: {
    method: 'POST',
    path: '/api/productFixedRouting/categoryDetails/v2',
    summary: 'Hold SKUs, or a category, to a carrier or a method; publishes a version of the carrier rules',
    permission: CHANGES,
    access: 'one-client',
    body: newFixedRoutes,
    answer: published.extend({ customPreferenceIDs: z.array(z.string()) }),
    errors: ['already_exists'],
    audited: 'rule-book.changed',
    idempotent: true,
  },
  update: {
    method: 'PUT',
    path: '/api/productFixedRouting/categoryDetail/v2',
    summary: 'Change what fixed routes hold to, where and when; a list of regions replaces the one before',
    permission: CHANGES,
    access: 'one-client',
    body: amendedFixedRoutes,
    errors: ['not_found', 'version_conflict', 'already_exists'],
    answer: published,
    audited: 'rule-book.changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/productFixedRouting/deleteCategoryDetails/v2',
    summary: 'End fixed routes',
    permission: CHANGES,
    access: 'one-client',
    body: removedFixedRoutes,
    errors: ['not_found', 'version_conflict'],
    answer: published,
    audited: 'rule-book.changed',
  },
  categories: {
    method: 'GET',
    path: '/api/productFixedRouting/categories',
    summary: 'The categories of a client’s SKUs, with how many SKUs each has and how many fixed routes',
    permission: EITHER,
    access: 'one-client',
    answer: z.strictObject({
      categories: z.array(z.strictObject({ category: z.string(), skus: z.int(), fixedRoutes: z.int() })),
    }),
    errors: [],
    audited: false,
  },
  services: {
    method: 'POST',
    path: '/api/productFixedRouting/services',
    summary: 'The services of a carrier with their methods; without a carrier, those of all carriers',
    permission: EITHER,
    access: 'one-client',
    body: z.strictObject({ carrier: carrierCode.optional() }),
    answer: z.strictObject({ services: z.array(service) }),
    errors: ['not_found'],
    audited: false,
  },
  carrierServices: {
    method: 'GET',
    path: '/api/productFixedRouting/carrier/services',
    summary: 'The carriers of a client with their services and methods',
    permission: EITHER,
    access: 'one-client',
    answer: z.strictObject({
      carriers: z.array(
        z.strictObject({
          carrier: carrierCode,
          carrierName: z.string(),
          active: z.enum(['Y', 'N']),
          services: z.array(service),
        }),
      ),
    }),
    errors: [],
    audited: false,
  },
})

import { z } from 'zod'
import { carrierCode, optionalVersion, methodId, regionCode } from '../rule-book/fields.ts'
import { day, requiredText, text } from '../../route/fields.ts'

/** Specification 3: 'Region: RegionID and RegionName, each mapped to an id, a code, and a name equal to RegionName.' */
export const region = z.strictObject({
  RegionID: z.int(),
  RegionName: z.string(),
  id: z.int(),
  code: regionCode,
  name: z.string(),
  /** The part of the country, such as 'Scotland', for selecting many regions at once. */
  part: z.string(),
})
export type Region = z.infer<typeof region>

export const customPreferenceID = z
  .string('An id is missing')
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'The id of a fixed route is letters, digits, _ and -')

/**
 * A row of the category detail: a product, or the category itself (`Code` is empty), with its fixed route if any. A
 * product with several routes has several rows.
 */
export const categoryDetailRow = z.strictObject({
  /** Empty without a route. */
  customPreferenceID: z.string(),
  Code: z.string(),
  Item_Description: z.string(),
  category: z.string(),
  RegionList: z.array(regionCode),
  /** 'AB Aberdeen, AL St Albans'. */
  RegionListName: z.string(),
  /** In short: 'Everywhere', 'All of Scotland', 'AB Aberdeen, AL St Albans and 5 more'; empty without a route. */
  RegionListShort: z.string(),
  /** Blank without a route. */
  CarrierCode: z.string(),
  carrierName: z.string(),
  service: z.string(),
  method: z.string(),
  methodName: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  version: z.int(),
  /**
   * The carriers that category routes give a product today, 'Arrow XL'; empty if there are none or it has its own
   * route.
   */
  heldByCategory: z.string(),
})
export type CategoryDetailRow = z.infer<typeof categoryDetailRow>

/** Specification 3: 'despatch (default 'Despatch')'. Fixed routing only concerns despatches. */
const despatch = z.literal('Despatch').default('Despatch')

const EMPTY_DAY = 'A date looks like 2026-01-05, or is left empty'
/** A day, or none: null or an empty form field. */
const dayOrNone = z.union([day, z.literal('').transform(() => null), z.null()], EMPTY_DAY)

/** Specification 3, category form and routing filter. */
export const categoryFilter = z.strictObject({
  /** Empty matches all. */
  category: text(40, 'Category').default(''),
  show_products_fixed: z.boolean('Either true or false').default(false),
  /** Include routes of single SKUs beside those of categories. */
  include_skus_fixed: z.boolean('Either true or false').default(true),
  carrier: text(20, 'Carrier').default(''),
  service: text(60, 'Service').default(''),
  method: text(40, 'Method').default(''),
  /** Service and method by name; a method's name is its description. */
  serviceName: text(60, 'Service').default(''),
  methodName: text(100, 'Method').default(''),
  /** Part of a code or description. */
  includes: text(100, 'Text').default(''),
  regionList: z.array(regionCode).max(130).default([]),
  /** Routes that apply on some day in this period. */
  startDate: dayOrNone.default(null),
  endDate: dayOrNone.default(null),
  customPreferenceIDs: z.array(customPreferenceID).max(1000).default([]),
  despatch,
})
export type CategoryFilter = z.infer<typeof categoryFilter>

const routeFields = {
  regionList: z.array(regionCode).max(130),
  carrier: carrierCode,
  /** null for any method of the carrier. */
  method: methodId.nullable(),
  startDate: dayOrNone,
  endDate: dayOrNone,
  despatch,
}
const rightWay = { path: ['endDate'], message: 'The end date is before the start date' }
type Days = { startDate?: string | null | undefined; endDate?: string | null | undefined }
const inOrder = ({ startDate, endDate }: Days) => !startDate || !endDate || startDate <= endDate

export const MAX_SKUS_AT_ONCE = 1000
/** A route for each of the SKUs, or for the category if there are none. */
export const newFixedRoutes = z
  .strictObject({
    category: text(40, 'Category'),
    skus: z.array(requiredText(40, 'SKU')).max(MAX_SKUS_AT_ONCE, `At most ${MAX_SKUS_AT_ONCE} SKUs at once`),
    ...routeFields,
  })
  .refine(({ category, skus }) => category !== '' || skus.length > 0, {
    path: ['skus'],
    message: 'Choose a category or at least one SKU',
  })
  .refine(inOrder, rightWay)

export const MAX_ROUTES_AT_ONCE = 1000
const ids = z
  .array(
    z.union([
      customPreferenceID.transform((id) => ({ customPreferenceID: id, version: undefined })),
      z.strictObject({ customPreferenceID, version: optionalVersion }),
    ]),
  )
  .min(1, 'Choose at least one row')
  .max(MAX_ROUTES_AT_ONCE, `At most ${MAX_ROUTES_AT_ONCE} rows at once`)

/**
 * Specification 4: 'Submitting a full regions list clears the previous list.' Missing fields stay as they are in each
 * route.
 */
export const amendedFixedRoutes = z
  .strictObject({
    customPreferenceList: ids,
    regionList: routeFields.regionList.optional(),
    carrier: routeFields.carrier.optional(),
    method: routeFields.method.optional(),
    startDate: routeFields.startDate.optional(),
    endDate: routeFields.endDate.optional(),
    despatch,
  })
  .refine(inOrder, rightWay)
export const removedFixedRoutes = z.strictObject({ customPreferenceList: ids })

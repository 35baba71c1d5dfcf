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
  /** The part of the country it lies in, such as 'Scotland': to choose many at once. */
  part: z.string(),
})
export type Region = z.infer<typeof region>

export const customPreferenceID = z
  .string('An id is missing')
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'The id of a fixed route is letters, digits, _ and -')

/**
 * Category detail row: a product of a category, or the category itself (`Code` is then empty), with the fixed route it
 * has, if any. A product that has several stands in as many rows.
 */
export const categoryDetailRow = z.strictObject({
  /** Empty where nothing holds it. */
  customPreferenceID: z.string(),
  Code: z.string(),
  Item_Description: z.string(),
  category: z.string(),
  RegionList: z.array(regionCode),
  /** 'AB Aberdeen, AL St Albans'. */
  RegionListName: z.string(),
  /** The same in short: 'Everywhere', 'All of Scotland', 'AB Aberdeen, AL St Albans and 5 more'; empty without a route. */
  RegionListShort: z.string(),
  /** Blank where nothing holds it. */
  CarrierCode: z.string(),
  carrierName: z.string(),
  service: z.string(),
  method: z.string(),
  methodName: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  version: z.int(),
  /** The carriers that a route of its category holds it to today, 'Arrow XL'; empty where none does, or a route of its own. */
  heldByCategory: z.string(),
})
export type CategoryDetailRow = z.infer<typeof categoryDetailRow>

/** Specification 3: 'despatch (default 'Despatch')': fixed routing is of what is sent out, the only direction there is. */
const despatch = z.literal('Despatch').default('Despatch')

const EMPTY_DAY = 'A date looks like 2026-01-05, or is left empty'
/** A day, or none: null, or empty as a form's field is left. */
const dayOrNone = z.union([day, z.literal('').transform(() => null), z.null()], EMPTY_DAY)

/** Specification 3, category form and routing filter. */
export const categoryFilter = z.strictObject({
  /** Empty is all of them. */
  category: text(40, 'Category').default(''),
  show_products_fixed: z.boolean('Either true or false').default(false),
  /** Routes of single SKUs, beside those of whole categories. */
  include_skus_fixed: z.boolean('Either true or false').default(true),
  carrier: text(20, 'Carrier').default(''),
  service: text(60, 'Service').default(''),
  method: text(40, 'Method').default(''),
  /** The same by their names: a service is called what it is, a method has its description. */
  serviceName: text(60, 'Service').default(''),
  methodName: text(100, 'Method').default(''),
  /** Part of a code or a description. */
  includes: text(100, 'Text').default(''),
  regionList: z.array(regionCode).max(130).default([]),
  /** Routes in force on some day of these. */
  startDate: dayOrNone.default(null),
  endDate: dayOrNone.default(null),
  customPreferenceIDs: z.array(customPreferenceID).max(1000).default([]),
  despatch,
})
export type CategoryFilter = z.infer<typeof categoryFilter>

const held = {
  regionList: z.array(regionCode).max(130),
  carrier: carrierCode,
  /** null holds to the carrier, whichever of its methods. */
  method: methodId.nullable(),
  startDate: dayOrNone,
  endDate: dayOrNone,
  despatch,
}
const rightWay = { path: ['endDate'], message: 'The last day is before the first' }
type Days = { startDate?: string | null | undefined; endDate?: string | null | undefined }
const inOrder = ({ startDate, endDate }: Days) => !startDate || !endDate || startDate <= endDate

export const MAX_SKUS_AT_ONCE = 1000
/** Holds each of the SKUs, or with none of them the category. */
export const newFixedRoutes = z
  .strictObject({
    category: text(40, 'Category'),
    skus: z.array(requiredText(40, 'SKU')).max(MAX_SKUS_AT_ONCE, `At most ${MAX_SKUS_AT_ONCE} SKUs at once`),
    ...held,
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

/** Specification 4: 'Submitting a full regions list clears the previous list.' What is left out stays, in each of them. */
export const amendedFixedRoutes = z
  .strictObject({
    customPreferenceList: ids,
    regionList: held.regionList.optional(),
    carrier: held.carrier.optional(),
    method: held.method.optional(),
    startDate: held.startDate.optional(),
    endDate: held.endDate.optional(),
    despatch,
  })
  .refine(inOrder, rightWay)
export const removedFixedRoutes = z.strictObject({ customPreferenceList: ids })

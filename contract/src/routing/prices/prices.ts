import { DISPATCH_SERVICES, dispatchService, SERVICE_TYPES } from '@despatch/domain/routing/dispatch-service'
import { z } from 'zod'
import {
  carrierCode,
  optionalVersion,
  methodId,
  openRange,
  priceCheckFields,
  published,
  publishedPrices,
  regionCode,
} from '../rule-book/fields.ts'
import { clientCode, count, day, queryFlag, requiredText, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { chargedFor, costing, matrixCosting, pricingMethod, singleCosting } from './costing.ts'

/** A method's details without prices and limits. */
const methodFields = {
  carrierService: requiredText(60, 'Carrier service'),
  methodDescription: requiredText(100, 'Description'),
  /** References of the contracts with its prices. */
  contracts: z.array(requiredText(40, 'Contract')).max(20, 'A method has at most 20 contracts'),
  /** NAMEDDAY is another spelling of NAMED DAY. */
  serviceTypes: z
    .array(z.enum(SERVICE_TYPES, 'Choose a service type').transform(dispatchService))
    .min(1, 'Choose at least one service type')
    .max(SERVICE_TYPES.length),
  /** ISO codes; empty serves every country. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'A country is two capitals')).max(250),
  /** Regions of GB; empty serves all. */
  regions: z.array(regionCode).max(130),
  /** Delivery days, Monday 0 to Sunday 6. If missing they stay as they are; the default is Monday to Friday. */
  deliveryWeekdays: z.array(z.int().min(0).max(6)).min(1, 'Choose at least one weekday').max(7).optional(),
  /** Whether it delivers on the country's public holidays. If missing it stays as it is; the default is no. */
  deliversOnHolidays: z.boolean().optional(),
  /** Delivery days between despatch and delivery. */
  transitDays: count('Transit days is a whole number')
    .min(0, 'Transit days is zero or more')
    .max(60, 'Transit days is at most 60'),
}

/** Specification 3, carrier price list entry. */
const priceListEntry = {
  clientMethodID: methodId,
  client: clientCode,
  carrier: carrierCode,
  carrierName: z.string(),
  active: z.enum(['Y', 'N']),
  /** The carrier's dates; none means always. */
  activeDates: z.array(openRange),
  carrierService: z.string(),
  methodDescription: z.string(),
  contracts: z.array(z.string()),
  pricingMethod,
  serviceTypes: z.array(z.enum(DISPATCH_SERVICES)),
  countries: z.array(z.string()),
  regions: z.array(z.string()),
  transitDays: z.int(),
  deliveryWeekdays: z.array(z.int()),
  deliversOnHolidays: z.boolean(),
  version: z.int(),
}
export const priceRow = z.strictObject({
  ...priceListEntry,
  /** The cost of one 1 kg parcel on the next working day; null without a price. */
  costOfOneParcel: z.string().nullable(),
  /** The cost of one 5 kg parcel, one 20 kg parcel, and three 1 kg parcels, for comparing clients. */
  comparedCosts: z.array(z.string().nullable()),
  isMatrix: z.boolean(),
})
export type PriceRow = z.infer<typeof priceRow>

/** Specification 3, carrier costing. `serviceDescription` is the service's name, as `carrierService`. */
export const price = z.strictObject({
  ...priceListEntry,
  serviceDescription: z.string(),
  /** The first day that these prices apply to; null is every day. */
  holdsFrom: day.nullable(),
  chargedFor,
  primaryCosting: costing.nullable(),
  secondaryCosting: costing.nullable(),
})
export type Price = z.infer<typeof price>

const inOrder = ({
  primaryCosting,
  secondaryCosting,
}: {
  primaryCosting: { fromParcel: number } | null
  secondaryCosting: { fromParcel: number } | null
}) => !secondaryCosting || !primaryCosting || secondaryCosting.fromParcel > primaryCosting.fromParcel
const notInOrder = {
  path: ['secondaryCosting', 'fromParcel'],
  message: 'The secondary costing begins after the primary',
}

/** Fields of every call that publishes prices. */
const checkFields = {
  /**
   * The first day that the prices apply to; null is every day. If missing: the earliest first day of a new or changed
   * row, or else today; a method's first prices apply to every day. Allocation uses the prices from now on in any case.
   */
  holdsFrom: day.nullable().optional(),
  ...priceCheckFields,
}

/** With pricing method None there are no costings, and the method is not available. */
export const amendedSingle = z
  .strictObject({
    pricingMethod,
    /** If missing it stays as it is. */
    chargedFor: chargedFor.optional(),
    primaryCosting: singleCosting.nullable(),
    secondaryCosting: singleCosting.nullable().default(null),
    version: optionalVersion,
    ...checkFields,
  })
  .refine(inOrder, notInOrder)
export const amendedMatrix = z
  .strictObject({
    pricingMethod,
    /** If missing it stays as it is. */
    chargedFor: chargedFor.optional(),
    primaryCosting: matrixCosting,
    secondaryCosting: matrixCosting.nullable().default(null),
    version: optionalVersion,
    ...checkFields,
  })
  .refine(inOrder, notInOrder)

export const newMethod = z.strictObject({
  clientMethodID: methodId,
  carrier: carrierCode,
  /** Only for a carrier that is new to the client; otherwise its existing name stays. */
  carrierName: text(60, 'Carrier name'),
  ...methodFields,
})
export const amendedMethod = z.strictObject({ ...methodFields, version: optionalVersion })

const PRICES = 'carrierRoutingControl.carrierPrices' as const
const id = z.strictObject({ id: methodId })

export const prices = routes({
  list: {
    method: 'GET',
    path: '/api/carrier/prices/costings',
    summary: 'The methods of a client, or of several: each carrier service as contracted, and how it is priced',
    permission: { reads: [PRICES] },
    shows: ['costs', 'otherMethods'],
    access: 'clients',
    /** `ruleBookVersion` is 0 for several clients, because each has its own. */
    answer: z.strictObject({ costings: z.array(priceRow), ruleBookVersion: z.int() }),
    errors: [],
    audited: false,
  },
  costing: {
    method: 'GET',
    path: '/api/carrier/prices/costing/:clientMethodId',
    summary: 'What one method costs',
    permission: { reads: [PRICES] },
    shows: ['costs', 'otherMethods'],
    access: 'one-client',
    params: z.strictObject({ clientMethodId: methodId }),
    query: z.strictObject({ client: clientCode }),
    answer: price,
    errors: ['not_found'],
    audited: false,
  },
  updateSingle: {
    method: 'PUT',
    path: '/api/carrier/prices/costing/single/:id',
    summary: 'Price a method by base cost and increments; publishes a version of the carrier rules',
    permission: { edits: [PRICES] },
    shows: ['costs', 'otherMethods'],
    access: 'one-client',
    params: id,
    body: amendedSingle,
    answer: publishedPrices,
    errors: ['not_found', 'version_conflict', 'unprocessable'],
    audited: 'rule-book.changed',
  },
  updateMatrix: {
    method: 'PUT',
    path: '/api/carrier/prices/costing/matrix/:id',
    summary: 'Price a method by a matrix of bands and dates; publishes a version of the carrier rules',
    permission: { edits: [PRICES] },
    shows: ['costs', 'otherMethods'],
    access: 'one-client',
    params: id,
    body: amendedMatrix,
    answer: publishedPrices,
    errors: ['not_found', 'version_conflict', 'unprocessable'],
    audited: 'rule-book.changed',
  },
  createMethod: {
    method: 'POST',
    path: '/api/carrier/prices/methods',
    summary: 'Contract a carrier service for the client: a method without prices yet, so that nothing is routed to it',
    permission: { edits: [PRICES] },
    shows: ['costs', 'otherMethods'],
    access: 'one-client',
    body: newMethod,
    answer: published,
    errors: ['already_exists'],
    audited: 'rule-book.changed',
    idempotent: true,
  },
  updateMethod: {
    method: 'PUT',
    path: '/api/carrier/prices/methods/:id',
    summary: 'Change what a method is called and where and how it serves',
    permission: { edits: [PRICES] },
    shows: ['costs', 'otherMethods'],
    access: 'one-client',
    params: id,
    body: amendedMethod,
    answer: published,
    errors: ['not_found', 'version_conflict'],
    audited: 'rule-book.changed',
  },
  removeMethod: {
    method: 'DELETE',
    path: '/api/carrier/prices/methods/:id',
    summary: 'End a method; one that fixed routing holds products to is refused with what holds it',
    permission: { edits: [PRICES] },
    shows: ['costs', 'otherMethods'],
    access: 'one-client',
    params: id,
    query: z.strictObject({ note: priceCheckFields.note, acknowledged: queryFlag.optional() }),
    answer: publishedPrices,
    errors: ['not_found', 'in_use', 'unprocessable'],
    audited: 'rule-book.changed',
  },
})

import type { LimitType } from '@despatch/domain/routing/rule-book/rule-book'
import { z } from 'zod'
import {
  carrierCode,
  centimetres,
  cubicMetres,
  kilograms,
  optionalVersion,
  methodId,
  parcelCount,
  published,
} from '../rule-book/fields.ts'
import { clientCode, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

/** The value of each slot: cm, m³, parcels, kg, kg; null is no limit. */
export const limitValues = {
  Length: centimetres('Length').nullable(),
  Volume: cubicMetres('Volume').nullable(),
  NumberOfParcels: parcelCount('Number of parcels').nullable(),
  ParcelWeight: kilograms('Parcel weight').nullable(),
  ConsignmentWeight: kilograms('Consignment weight').nullable(),
} as const satisfies Record<LimitType, z.ZodType>

const FIVE_SLOTS = 'Five slots: Length, Volume, NumberOfParcels, ParcelWeight, ConsignmentWeight'

const slot = <Type extends LimitType, Value extends z.ZodType>(type: Type, value: Value) =>
  z.strictObject({ type: z.literal(type), MaxValue: value })

/**
 * Specification 3: 'a parcelLimit object with a quantity-limit array of 5 slots; types Length, Volume, NumberOfParcels,
 * ParcelWeight, ConsignmentWeight, each with MaxValue'.
 */
export const parcelLimit = z.strictObject({
  quantityLimit: z.tuple(
    [
      slot('Length', limitValues.Length),
      slot('Volume', limitValues.Volume),
      slot('NumberOfParcels', limitValues.NumberOfParcels),
      slot('ParcelWeight', limitValues.ParcelWeight),
      slot('ConsignmentWeight', limitValues.ConsignmentWeight),
    ],
    FIVE_SLOTS,
  ),
})
export type ParcelLimit = z.infer<typeof parcelLimit>

/** The five slots in any order, as calls may send them. */
const parcelLimitInput = z.strictObject({
  quantityLimit: z
    .array(
      z.discriminatedUnion('type', [
        slot('Length', limitValues.Length),
        slot('Volume', limitValues.Volume),
        slot('NumberOfParcels', limitValues.NumberOfParcels),
        slot('ParcelWeight', limitValues.ParcelWeight),
        slot('ConsignmentWeight', limitValues.ConsignmentWeight),
      ]),
      FIVE_SLOTS,
    )
    .refine((slots) => slots.length === 5 && new Set(slots.map(({ type }) => type)).size === 5, FIVE_SLOTS),
})

/** A carrier service of a client; its id is its name. */
const service = z.strictObject({ serviceId: z.string(), carrierService: z.string(), methods: z.int() })
export const limitedMethod = z.strictObject({
  methodId,
  client: clientCode,
  carrier: carrierCode,
  carrierName: z.string(),
  carrierService: z.string(),
  methodDescription: z.string(),
  parcelLimit,
  version: z.int(),
})
export type LimitedMethod = z.infer<typeof limitedMethod>

/** The limits of a parcel packed from several units: kg, m³. */
export const packing = z.strictObject({
  weight: kilograms('Weight').refine((value) => value > 0, 'Weight is more than zero'),
  volume: cubicMetres('Volume').refine((value) => value > 0, 'Volume is more than zero'),
})

const LIMITS = 'carrierRoutingControl.carrierParcelLimits' as const
const serviceId = requiredText(60, 'Service')

export const parcelLimits = routes({
  services: {
    method: 'GET',
    path: '/api/carrier/parcel/limits/services',
    summary: 'The carriers of a client with their services, to choose from',
    permission: { reads: [LIMITS] },
    access: 'one-client',
    answer: z.strictObject({
      carriers: z.array(z.strictObject({ carrier: carrierCode, carrierName: z.string(), services: z.array(service) })),
    }),
    errors: [],
    audited: false,
  },
  servicesOfCarrier: {
    method: 'GET',
    path: '/api/carrier/parcel/limits/services/:client/carrier/:carrier',
    summary: 'The services that one carrier has for a client',
    permission: { reads: [LIMITS] },
    access: 'one-client',
    params: z.strictObject({ client: clientCode, carrier: carrierCode }),
    answer: z.strictObject({ services: z.array(service) }),
    errors: ['not_found'],
    audited: false,
  },
  all: {
    method: 'GET',
    path: '/api/carrier/parcel/limits/methods',
    summary: 'All methods of a client, or of several, with their parcel limits',
    permission: { reads: [LIMITS] },
    access: 'clients',
    answer: z.strictObject({ methods: z.array(limitedMethod) }),
    errors: [],
    audited: false,
  },
  methods: {
    method: 'GET',
    path: '/api/carrier/parcel/limits/service/:serviceId/client/:client',
    summary: 'The methods of a service of a client, with their parcel limits',
    permission: { reads: [LIMITS] },
    access: 'one-client',
    params: z.strictObject({ serviceId, client: clientCode }),
    query: z.strictObject({ carrier: carrierCode }),
    answer: z.strictObject({ methods: z.array(limitedMethod) }),
    errors: ['not_found'],
    audited: false,
  },
  method: {
    method: 'GET',
    path: '/api/carrier/parcel/limits/method/:id',
    summary: 'The parcel limits of one method',
    permission: { reads: [LIMITS] },
    access: 'one-client',
    params: z.strictObject({ id: methodId }),
    answer: limitedMethod,
    errors: ['not_found'],
    audited: false,
  },
  update: {
    method: 'PUT',
    path: '/api/carrier/parcel/limits/method/:methodId',
    summary: 'Set the parcel limits of a method; publishes a version of the carrier rules',
    permission: { edits: [LIMITS] },
    access: 'one-client',
    params: z.strictObject({ methodId }),
    body: z.strictObject({ parcelLimit: parcelLimitInput, version: optionalVersion }),
    answer: published,
    errors: ['not_found', 'version_conflict'],
    audited: 'rule-book.changed',
  },
  clear: {
    method: 'PUT',
    path: '/api/carrier/parcel/limits/method/clear/:methodId',
    summary: 'Take the parcel limits of a method away',
    permission: { edits: [LIMITS] },
    access: 'one-client',
    params: z.strictObject({ methodId }),
    body: z.strictObject({ Clear: z.literal([true, 'true'], 'Clear is true'), version: optionalVersion }),
    answer: published,
    errors: ['not_found', 'version_conflict'],
    audited: 'rule-book.changed',
  },
  packing: {
    method: 'GET',
    path: '/api/carrier/parcel/limits/packing',
    summary: 'What a parcel that is packed from several units may hold',
    permission: { reads: [LIMITS] },
    access: 'one-client',
    answer: z.strictObject({ packing, version: z.int() }),
    errors: [],
    audited: false,
  },
  setPacking: {
    method: 'PUT',
    path: '/api/carrier/parcel/limits/packing',
    summary: 'Set the maximum packed parcel; publishes a version of the carrier rules',
    permission: { edits: [LIMITS] },
    access: 'one-client',
    body: z.strictObject({ packing, version: optionalVersion }),
    answer: published,
    errors: ['version_conflict'],
    audited: 'rule-book.changed',
  },
})

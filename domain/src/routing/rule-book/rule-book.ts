import type { Day } from '../../calendar/day.ts'
import type { Pricing } from '../prices/costing.ts'
import type { DispatchService } from '../dispatch-service.ts'

/**
 * All that an allocation of one client depends on. It is plain data: a published version never changes, and the engine
 * run again on it gives the same decision.
 */
export type RuleBook = {
  readonly client: string
  readonly version: number
  /** ISO code of the client's currency: what a consignment costs is whole minor units of it. Without one costs stay exact. */
  readonly currency?: string
  /** Where regions are told apart: specification 9, 'Default country: GB'. */
  readonly homeCountry: string
  readonly carriers: readonly Carrier[]
  readonly methods: readonly Method[]
  readonly capacities: readonly Capacity[]
  readonly fixedRouting: readonly FixedRoute[]
  readonly multiBox: MultiBox
  /** What a parcel that is packed from several units may hold: grams, cubic centimetres. */
  readonly packing: { readonly weight: number; readonly volume: number }
}

/** The currency of a rule book, by its ISO code; GBP of a book that names none. */
export const bookCurrency = ({ currency = 'GBP' }: Pick<RuleBook, 'currency'>): string => currency

/** Whether the boxes of a product that has several travel with one method: the client's default, and exceptions by SKU. */
export type MultiBox = {
  /** Specification 4: 'the same-carrier flag is true when the default equals Y.' */
  readonly Same_Component_Carrier_Default: 'Y' | 'N'
  readonly Same_Component_Carrier: Readonly<Record<string, 'Y' | 'N'>>
}

/** Specification 3: 'Carrier active flag values: 'Y' or 'N'.' */
export type Carrier = {
  readonly code: string
  readonly name: string
  readonly active: 'Y' | 'N'
  /** The days on which it may be used, both ends included (null: without end); none at all is always. */
  readonly activeDates: readonly { readonly from: Day; readonly to: Day | null }[]
}

/** Monday to Friday, on which a service delivers that says no other weekdays. */
export const USUAL_DELIVERY_WEEKDAYS: readonly number[] = [0, 1, 2, 3, 4]

/** A carrier service as contracted for the client. */
export type Method = {
  readonly clientMethodID: string
  readonly carrier: string
  readonly carrierService: string
  readonly methodDescription: string
  /** References of the contracts that its prices come from. */
  readonly contracts: readonly string[]
  readonly serviceTypes: readonly DispatchService[]
  /** ISO codes; empty serves every country. */
  readonly countries: readonly string[]
  /** Of the home country; empty serves all of its regions. Elsewhere the country decides. */
  readonly regions: readonly string[]
  /** Delivery days from despatch to delivery. */
  readonly transitDays: number
  /** The weekdays on which it delivers, Monday 0 to Sunday 6; without them Monday to Friday. */
  readonly deliveryWeekdays?: readonly number[] | undefined
  /** Whether it delivers on public holidays of the country too; without it, it does not. */
  readonly deliversOnHolidays?: boolean | undefined
  readonly limits: ParcelLimits
  readonly pricing: Pricing
}

/** Specification 3: types 'Length, Volume, NumberOfParcels, ParcelWeight, ConsignmentWeight, each with MaxValue'. */
export const LIMIT_TYPES = ['Length', 'Volume', 'NumberOfParcels', 'ParcelWeight', 'ConsignmentWeight'] as const
export type LimitType = (typeof LIMIT_TYPES)[number]

/** Millimetres, cubic centimetres, parcels, grams, grams; null is no limit. */
export type ParcelLimits = Readonly<Record<LimitType, number | null>>

/** Of a method that takes anything. domain.md: 'no value is no limit'. */
export const NO_LIMITS: ParcelLimits = {
  Length: null,
  Volume: null,
  NumberOfParcels: null,
  ParcelWeight: null,
  ConsignmentWeight: null,
}

/** Parcels that a carrier takes on each day of the week, Monday first; null is no limit. */
export type Capacity = {
  readonly carrier: string
  readonly slots: readonly (number | null)[]
  readonly effectiveFrom: Day | null
  /** Goes before what is effective from a day on. */
  readonly effectiveBetween: { readonly from: Day; readonly to: Day } | null
}

/** Holds a SKU, or a category of them, to a carrier or to one of its methods. */
export type FixedRoute = {
  readonly customPreferenceID: string
  readonly by: { readonly sku: string } | { readonly category: string }
  /** Where it applies; empty is everywhere. */
  readonly regions: readonly string[]
  readonly carrier: string
  /** null holds to the carrier, whichever of its methods. */
  readonly clientMethodID: string | null
  readonly startDate: Day | null
  readonly endDate: Day | null
}

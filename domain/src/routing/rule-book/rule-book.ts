import type { Day } from '../../calendar/day.ts'
import type { Pricing } from '../prices/costing.ts'
import type { DispatchService } from '../dispatch-service.ts'

/**
 * Everything that one client's allocation depends on. It is plain data: a published version never changes, and the
 * engine gives the same decision for it again.
 */
export type RuleBook = {
  readonly client: string
  readonly version: number
  /** ISO code of the client's currency: costs are rounded to its minor unit. Without it costs stay exact. */
  readonly currency?: string
  /** The country whose regions matter: specification 9, 'Default country: GB'. */
  readonly homeCountry: string
  readonly carriers: readonly Carrier[]
  readonly methods: readonly Method[]
  readonly capacities: readonly Capacity[]
  readonly fixedRouting: readonly FixedRoute[]
  readonly multiBox: MultiBox
  /** The limits of a parcel packed from several units: grams, cubic centimetres. */
  readonly packing: { readonly weight: number; readonly volume: number }
}

/** The ISO code of a rule book's currency; default GBP. */
export const bookCurrency = ({ currency = 'GBP' }: Pick<RuleBook, 'currency'>): string => currency

/** Whether the boxes of a product travel with one method: the client's default and exceptions by SKU. */
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
  /** The days on which it may be used, both ends included (null: open-ended); none means always. */
  readonly activeDates: readonly { readonly from: Day; readonly to: Day | null }[]
}

/** The default delivery days, Monday to Friday. */
export const USUAL_DELIVERY_WEEKDAYS: readonly number[] = [0, 1, 2, 3, 4]

/** A carrier service that the client has a contract for. */
export type Method = {
  readonly clientMethodID: string
  readonly carrier: string
  readonly carrierService: string
  readonly methodDescription: string
  /** References of the contracts with its prices. */
  readonly contracts: readonly string[]
  readonly serviceTypes: readonly DispatchService[]
  /** ISO codes; empty serves every country. */
  readonly countries: readonly string[]
  /** Regions of the home country; empty serves all. Abroad only the country counts. */
  readonly regions: readonly string[]
  /** Delivery days between despatch and delivery. */
  readonly transitDays: number
  /** Delivery days, Monday 0 to Sunday 6; default Monday to Friday. */
  readonly deliveryWeekdays?: readonly number[] | undefined
  /** Whether it delivers on the country's public holidays; default no. */
  readonly deliversOnHolidays?: boolean | undefined
  readonly limits: ParcelLimits
  readonly pricing: Pricing
}

/** Specification 3: types 'Length, Volume, NumberOfParcels, ParcelWeight, ConsignmentWeight, each with MaxValue'. */
export const LIMIT_TYPES = ['Length', 'Volume', 'NumberOfParcels', 'ParcelWeight', 'ConsignmentWeight'] as const
export type LimitType = (typeof LIMIT_TYPES)[number]

/** Millimetres, cubic centimetres, parcels, grams, grams; null is no limit. */
export type ParcelLimits = Readonly<Record<LimitType, number | null>>

/** No limits. domain.md: 'no value is no limit'. */
export const NO_LIMITS: ParcelLimits = {
  Length: null,
  Volume: null,
  NumberOfParcels: null,
  ParcelWeight: null,
  ConsignmentWeight: null,
}

/** A carrier's limits of parcels by weekday, Monday first; null is no limit. */
export type Capacity = {
  readonly carrier: string
  readonly slots: readonly (number | null)[]
  readonly effectiveFrom: Day | null
  /** Has priority over capacities from a day on. */
  readonly effectiveBetween: { readonly from: Day; readonly to: Day } | null
}

/** Fixes a SKU or category to a carrier or one of its methods. */
export type FixedRoute = {
  readonly customPreferenceID: string
  readonly by: { readonly sku: string } | { readonly category: string }
  /** Regions in which it applies; empty is everywhere. */
  readonly regions: readonly string[]
  readonly carrier: string
  /** null for any method of the carrier. */
  readonly clientMethodID: string | null
  readonly startDate: Day | null
  readonly endDate: Day | null
}

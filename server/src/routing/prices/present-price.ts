import type { Price, PriceRow } from '@despatch/contract/routing/prices/prices'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { Day } from '@despatch/domain/calendar/day'
import { USUAL_DELIVERY_WEEKDAYS } from '@despatch/domain/routing/rule-book/rule-book'
import { COMPARED, costOfOneParcel, costOfParcels } from '@despatch/domain/routing/prices/cost-of-one-parcel'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import { writtenPricing } from '@despatch/domain/routing/prices/written-pricing'
import type { MethodInForce } from './method-in-force.ts'

/** Specification 3: 'Carrier price list entry: carrier, contracts, pricingMethod, carrierService, methodDescription.' */
function priceListEntry(client: string, { key, content, carrier, version }: MethodInForce) {
  return {
    clientMethodID: key,
    client,
    carrier: content.carrier,
    carrierName: carrier.name,
    active: carrier.active,
    activeDates: carrier.activeDates.map(({ from, to }) => ({ from, to })),
    carrierService: content.carrierService,
    methodDescription: content.methodDescription,
    contracts: [...content.contracts],
    pricingMethod: content.pricing.pricingMethod,
    serviceTypes: [...content.serviceTypes],
    countries: [...content.countries],
    regions: [...content.regions],
    transitDays: content.transitDays,
    deliveryWeekdays: [...(content.deliveryWeekdays ?? USUAL_DELIVERY_WEEKDAYS)],
    deliversOnHolidays: content.deliversOnHolidays ?? false,
    version,
  }
}

const textOf = (cost: Cost | null) => (cost === null ? null : costText(cost))

/** The client of a price list, its currency, and the day that list prices are for. */
export type PricedFor = { readonly client: string; readonly currency: string; readonly day: Day }

/** Presents a method as a row of the price list. */
export function presentPriceRow({ client, currency, day }: PricedFor, method: MethodInForce): PriceRow {
  const { pricing } = method.content
  return {
    ...priceListEntry(client, method),
    costOfOneParcel: textOf(costOfOneParcel(pricing, day, currency)),
    comparedCosts: COMPARED.map((parcels) => textOf(costOfParcels(pricing, day, parcels, currency))),
    isMatrix: [pricing.primaryCosting, pricing.secondaryCosting].some((one) => (one?.costingMatrix.length ?? 0) > 0),
  }
}

/** Presents a method with its complete pricing, in the units of the screens. */
export function presentPrice(client: string, method: MethodInForce): Price {
  const { chargedFor = 'consignment', primaryCosting, secondaryCosting } = writtenPricing(method.content.pricing)
  return {
    ...priceListEntry(client, method),
    serviceDescription: method.content.carrierService,
    holdsFrom: method.holdsFrom,
    chargedFor,
    primaryCosting,
    secondaryCosting,
  }
}

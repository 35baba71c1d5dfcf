import type { LimitedMethod, ParcelLimit } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { NO_LIMITS, type ParcelLimits } from '@despatch/domain/routing/rule-book/rule-book'
import { writtenLimits } from '@despatch/domain/routing/parcel-limits/written-limits'
import type { ItemInForce } from '../rule-book/book-items.ts'
import type { MethodInForce } from '../prices/method-in-force.ts'

/**
 * Presents limits in cm, m³, parcels, kg and kg. Specification 3: 'a parcelLimit object with a quantity-limit array of
 * 5 slots'.
 */
export function presentLimits(limits: ParcelLimits): ParcelLimit {
  const { Length, Volume, NumberOfParcels, ParcelWeight, ConsignmentWeight } = writtenLimits(limits)
  return {
    quantityLimit: [
      { type: 'Length', MaxValue: Length },
      { type: 'Volume', MaxValue: Volume },
      { type: 'NumberOfParcels', MaxValue: NumberOfParcels },
      { type: 'ParcelWeight', MaxValue: ParcelWeight },
      { type: 'ConsignmentWeight', MaxValue: ConsignmentWeight },
    ],
  }
}

/** Presents a method with its limits; the version is that of the limits. */
export function presentLimitedMethod(
  client: string,
  { key, content, carrier }: MethodInForce,
  limits: ItemInForce<'parcel-limits'> | undefined,
): LimitedMethod {
  return {
    methodId: key,
    client,
    carrier: content.carrier,
    carrierName: carrier.name,
    carrierService: content.carrierService,
    methodDescription: content.methodDescription,
    parcelLimit: presentLimits(limits?.content ?? NO_LIMITS),
    version: limits?.version ?? 0,
  }
}

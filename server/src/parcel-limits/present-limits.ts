import type { LimitedMethod, ParcelLimit } from '@despatch/contract/parcel-limits/parcel-limits'
import type { ParcelLimits } from '@despatch/domain/allocation/rule-book'
import { writtenLimits } from '@despatch/domain/parcel-limits/written-limits'
import type { KeptMethod } from '../prices/kept-method.ts'

/** Specification 3: 'a parcelLimit object with a quantity-limit array of 5 slots', in cm, m³, parcels, kg, kg. */
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

/** A method with what it takes. */
export function presentLimitedMethod(client: string, { key, content, carrier, version }: KeptMethod): LimitedMethod {
  return {
    methodId: key,
    client,
    carrier: content.carrier,
    carrierName: carrier.name,
    carrierService: content.carrierService,
    methodDescription: content.methodDescription,
    parcelLimit: presentLimits(content.limits),
    version,
  }
}

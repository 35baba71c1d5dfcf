import type { BilledDetail, BilledParcel } from '@despatch/domain/invoices/invoice'
import { billsAgain } from '@despatch/domain/invoices/reading/open-details'

/**
 * Later rows of the same parcels that bill them once more are a separate detail, as they are when they follow
 * directly.
 */
export const isBilledAgain = (earlier: BilledDetail, further: BilledDetail): boolean =>
  further.leg === 'outbound' &&
  further.parcels.some((parcel) =>
    earlier.parcels.some((one) => one.trackingNumber === parcel.trackingNumber && billsAgain(one, parcel)),
  )

/** Adds later rows of a detail to it. */
export function mergeDetails(earlier: BilledDetail, further: BilledDetail): BilledDetail {
  const parcels = [...earlier.parcels]
  for (const parcel of further.parcels) {
    const at = parcels.findIndex(({ trackingNumber }) => trackingNumber === parcel.trackingNumber)
    const same = parcels[at]
    if (same) parcels[at] = mergeParcels(same, parcel)
    else parcels.push(parcel)
  }
  return {
    ...earlier,
    references: [...new Set([...earlier.references, ...further.references])],
    pieces: Math.max(earlier.pieces, further.pieces, parcels.length),
    parcels,
    charges: [...earlier.charges, ...further.charges],
  }
}

function mergeParcels(earlier: BilledParcel, further: BilledParcel): BilledParcel {
  return {
    ...earlier,
    billedWeight: earlier.billedWeight ?? further.billedWeight,
    declaredWeight: earlier.declaredWeight ?? further.declaredWeight,
    size: earlier.size ?? further.size,
    charges: [...earlier.charges, ...further.charges],
    tax: earlier.tax === null && further.tax === null ? null : (earlier.tax ?? 0) + (further.tax ?? 0),
  }
}

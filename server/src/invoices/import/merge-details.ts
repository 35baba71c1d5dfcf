import type { BilledDetail, BilledParcel } from '@despatch/domain/invoices/invoice'
import { billsAgain } from '@despatch/domain/invoices/reading/open-details'

/**
 * Later rows of the same parcels that bill them once more are a separate detail, as they are when they follow
 * directly.
 */
export const isBilledAgain = (known: BilledDetail, further: BilledDetail): boolean =>
  further.leg === 'outbound' &&
  further.parcels.some((parcel) =>
    known.parcels.some((one) => one.trackingNumber === parcel.trackingNumber && billsAgain(one, parcel)),
  )

/** Adds later rows of a detail to it. */
export function mergeDetails(known: BilledDetail, further: BilledDetail): BilledDetail {
  const parcels = [...known.parcels]
  for (const parcel of further.parcels) {
    const at = parcels.findIndex(({ trackingNumber }) => trackingNumber === parcel.trackingNumber)
    const same = parcels[at]
    if (same) parcels[at] = mergeParcels(same, parcel)
    else parcels.push(parcel)
  }
  return {
    ...known,
    references: [...new Set([...known.references, ...further.references])],
    pieces: Math.max(known.pieces, further.pieces, parcels.length),
    parcels,
    charges: [...known.charges, ...further.charges],
  }
}

function mergeParcels(known: BilledParcel, further: BilledParcel): BilledParcel {
  return {
    ...known,
    billedWeight: known.billedWeight ?? further.billedWeight,
    declaredWeight: known.declaredWeight ?? further.declaredWeight,
    size: known.size ?? further.size,
    charges: [...known.charges, ...further.charges],
    tax: known.tax === null && further.tax === null ? null : (known.tax ?? 0) + (further.tax ?? 0),
  }
}

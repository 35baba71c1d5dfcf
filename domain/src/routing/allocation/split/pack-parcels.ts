import { compareCodes } from '../../../text/compare-codes.ts'
import type { Parcel } from '../consignment.ts'

/** Units of a SKU that may share parcels, or boxes that are parcels of their own. */
export type Packed =
  | { readonly units: number; readonly unit: Parcel }
  | { readonly boxes: number; readonly box: Parcel }
type ToPack = Packed & { readonly sku: string }

/** A larger consignment is freight or a typing error. */
export const MAX_PARCELS = 5000

/** Thrown if a consignment would have more than {@link MAX_PARCELS} parcels. */
export class TooManyParcels extends RangeError {}

/** Only terms ask which measures are unknown. */
export const withoutUnknown = ({ weight, length, volume }: Parcel): Parcel => ({ weight, length, volume })

/**
 * Packs units by first fit, heaviest first, so that the order of lines does not matter. Boxes are parcels already.
 * Throws {@link TooManyParcels}.
 */
export function packParcels(pieces: readonly ToPack[], packing: { weight: number; volume: number }): Parcel[] {
  const packed: Parcel[] = []
  const boxes = pieces.flatMap((piece) => ('box' in piece ? piece : [])).toSorted(bySku(({ box }) => box))
  const units = pieces
    .flatMap((piece) => ('unit' in piece ? piece : []))
    .toSorted((one, other) => other.unit.weight - one.unit.weight || bySku(({ unit }: typeof one) => unit)(one, other))
  const refuseTooMany = (count: number) => {
    if (count > MAX_PARCELS) throw new TooManyParcels()
  }
  refuseTooMany(boxes.reduce((sum, one) => sum + one.boxes, 0))
  for (const { units: count, unit } of units) {
    let left = count
    for (const [index, parcel] of packed.entries()) {
      if (left === 0) break
      const more = Math.min(left, unitsThatFit(parcel, unit, packing))
      if (more > 0) packed[index] = withUnits(parcel, unit, more)
      left -= more
    }
    while (left > 0) {
      refuseTooMany(packed.length + 1)
      // A unit that exceeds the limits alone is still a parcel.
      const more = Math.min(left - 1, unitsThatFit(unit, unit, packing))
      packed.push(withUnits(unit, unit, more))
      left -= more + 1
    }
  }
  const inBoxes = boxes.flatMap(({ boxes: count, box }) => Array.from({ length: count }, () => box))
  refuseTooMany(packed.length + inBoxes.length)
  return [...packed, ...inBoxes]
}

/** Sorts by SKU, then by size, because two products may have boxes of one SKU with different sizes. */
const bySku =
  <Of extends { readonly sku: string }>(sizeOf: (piece: Of) => Parcel) =>
  (one: Of, other: Of): number => {
    const [size, otherSize] = [sizeOf(one), sizeOf(other)]
    return (
      compareCodes(one.sku, other.sku) ||
      otherSize.weight - size.weight ||
      otherSize.volume - size.volume ||
      otherSize.length - size.length
    )
  }

const withUnits = (parcel: Parcel, unit: Parcel, count: number): Parcel => ({
  weight: parcel.weight + count * unit.weight,
  volume: parcel.volume + count * unit.volume,
  length: Math.max(parcel.length, unit.length),
  ...((parcel.unknown ?? unit.unknown) && {
    unknown: [...new Set([...(parcel.unknown ?? []), ...(unit.unknown ?? [])])].toSorted(),
  }),
})

function unitsThatFit(open: Parcel, unit: Parcel, packing: { weight: number; volume: number }): number {
  const fit = (measure: 'weight' | 'volume') => {
    const room = packing[measure] - open[measure]
    if (room < 0) return 0
    return unit[measure] === 0 ? Number.POSITIVE_INFINITY : Math.floor(room / unit[measure])
  }
  return Math.min(fit('weight'), fit('volume'))
}

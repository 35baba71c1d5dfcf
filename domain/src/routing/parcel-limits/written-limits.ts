import { LIMIT_TYPES, type LimitType, type ParcelLimits } from '../rule-book/rule-book.ts'
import {
  centimetresOf,
  cubicCentimetresOf,
  cubicMetresOf,
  gramsOf,
  kilogramsOf,
  millimetresOf,
} from '../allocation/units.ts'

type Slot = {
  readonly title: string
  /** The unit on screens. */
  readonly unit: string
  /** Convert to and from the unit of calculations. */
  readonly reckoned: (written: number) => number
  readonly written: (reckoned: number) => number
}

const itself = (count: number) => count

/** The five slots of a parcel limit. domain.md: 'Length cm, Volume m3, NumberOfParcels, ParcelWeight kg, ConsignmentWeight kg'. */
export const LIMIT_SLOTS: Readonly<Record<LimitType, Slot>> = {
  Length: { title: 'Length', unit: 'cm', reckoned: millimetresOf, written: centimetresOf },
  Volume: { title: 'Volume', unit: 'm³', reckoned: cubicCentimetresOf, written: cubicMetresOf },
  NumberOfParcels: { title: 'Number of parcels', unit: 'parcels', reckoned: itself, written: itself },
  ParcelWeight: { title: 'Parcel weight', unit: 'kg', reckoned: gramsOf, written: kilogramsOf },
  ConsignmentWeight: { title: 'Consignment weight', unit: 'kg', reckoned: gramsOf, written: kilogramsOf },
}

/** Limits in the units of screens; null is no limit. */
export const writtenLimits = (limits: ParcelLimits): ParcelLimits => inEachSlot(limits, 'written')

/** Limits in the units of calculations. */
export const limitsOf = (written: ParcelLimits): ParcelLimits => inEachSlot(written, 'reckoned')

function inEachSlot(limits: ParcelLimits, units: 'written' | 'reckoned'): ParcelLimits {
  const inUnits = (type: LimitType) => {
    const limit = limits[type]
    return limit === null ? null : LIMIT_SLOTS[type][units](limit)
  }
  return Object.fromEntries(LIMIT_TYPES.map((type) => [type, inUnits(type)])) as ParcelLimits
}

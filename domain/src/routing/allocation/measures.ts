import type { Consignment } from './consignment.ts'
import type { Constraint } from './constraints.ts'
import { LIMIT_TYPES, type LimitType } from '../rule-book/rule-book.ts'

export function isLimit(constraint: Constraint): constraint is LimitType {
  return (LIMIT_TYPES as readonly string[]).includes(constraint)
}

/** The measure of a consignment that a parcel limit restricts: millimetres, cubic centimetres, parcels or grams. */
export function measured({ parcels }: Pick<Consignment, 'parcels'>, type: LimitType): number {
  switch (type) {
    case 'Length':
      return Math.max(0, ...parcels.map(({ length }) => length))
    case 'Volume':
      return Math.max(0, ...parcels.map(({ volume }) => volume))
    case 'NumberOfParcels':
      return parcels.length
    case 'ParcelWeight':
      return Math.max(0, ...parcels.map(({ weight }) => weight))
    case 'ConsignmentWeight':
      return parcels.reduce((sum, { weight }) => sum + weight, 0)
  }
}

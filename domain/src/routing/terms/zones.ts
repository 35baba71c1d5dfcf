import type { Day } from '../../calendar/day.ts'
import { isOfCountries } from '../../text/crown-dependencies.ts'
import { type Address, isWithinPostcodes } from '../../text/postcode-ranges.ts'

/** What a carrier's zone covers while the row is in force. */
export type ZoneRow = {
  readonly name: string
  /** ISO codes; at least one. */
  readonly countries: readonly string[]
  /** Areas, districts and ranges, in the format of {@link isWithinPostcodes}; empty means the whole countries. */
  readonly postcodes: readonly string[]
  /** By shipment day, both included; null: without end. */
  readonly from: Day
  readonly to: Day | null
}

/** A zone by its code. At most one of its rows is in force on a day. */
export type Zone = { readonly code: string; readonly rows: readonly ZoneRow[] }

/** What is unknown about whether a place is in a zone: a fact about the place, or what the zone covers on the day. */
export type UnknownOfZone = 'country' | 'postcode' | `zone ${string}`

type Shipped = Address & { readonly day: Day }

/** Finds the row of the zones that covers a place on a day; false if none does, otherwise the first unknown fact. */
export function findZone(zones: readonly Zone[], shipped: Shipped): ZoneRow | UnknownOfZone | false {
  let unknown: UnknownOfZone | undefined
  for (const { code, rows } of zones) {
    const row = rows.find((one) => isInForce(one, shipped.day))
    const is = row ? covers(row, shipped) : (`zone ${code}` as const)
    if (row && is === true) return row
    if (typeof is === 'string') unknown ??= is
  }
  return unknown ?? false
}

const isInForce = ({ from, to }: Pick<ZoneRow, 'from' | 'to'>, day: Day) => from <= day && (to === null || day <= to)

function covers({ countries, postcodes }: ZoneRow, address: Address): boolean | 'country' | 'postcode' {
  const isOfThem = isOfCountries(countries, address)
  if (isOfThem === false) return false
  if (isOfThem === undefined) return address.country === '' ? 'country' : 'postcode'
  return postcodes.length === 0 || (isWithinPostcodes(postcodes, address) ?? 'postcode')
}

type Days = Pick<ZoneRow, 'from' | 'to'>
/** Whether two rows are in force on the same day. */
export const isSameDays = (one: Days, other: Days): boolean =>
  (other.to === null || one.from <= other.to) && (one.to === null || other.from <= one.to)

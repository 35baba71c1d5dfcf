import type { Day } from '../../calendar/day.ts'
import { isOfCountries } from '../../text/crown-dependencies.ts'
import { type Address, isWithinPostcodes } from '../../text/postcode-ranges.ts'

/** What a zone of a carrier covers while it is in force. */
export type ZoneRow = {
  readonly name: string
  /** ISO codes; at least one. */
  readonly countries: readonly string[]
  /** Areas, districts and ranges, as {@link isWithinPostcodes} takes them; empty is all of the countries. */
  readonly postcodes: readonly string[]
  /** By shipment day, both included; null: without end. */
  readonly from: Day
  readonly to: Day | null
}

/** A zone by its code. No two of its rows are in force on the same day. */
export type Zone = { readonly code: string; readonly rows: readonly ZoneRow[] }

/** What has to be known to say whether a place is in a zone: of the place, or what the zone of a code covers on the day. */
export type UnknownOfZone = 'country' | 'postcode' | `zone ${string}`

type Shipped = Address & { readonly day: Day }

/** The row by which a place is in one of some zones on a day; false where it is in none, else the first that is not known. */
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

import { type Day, weekday } from '../../calendar/day.ts'
import { isOfCountries } from '../../text/crown-dependencies.ts'
import { isWithinPostcodes } from '../../text/postcode-ranges.ts'
import { sameName } from '../../text/same-name.ts'
import { findZone, type UnknownOfZone, type Zone } from './zones.ts'

/** Above one figure, up to and with the other; null does not limit. */
export type Range = { readonly above: number | null; readonly upTo: number | null }

/** Of which parcels an agreed charge may be billed: all that is given has to hold; what is empty or null holds for all. */
export type Conditions = {
  /** ISO codes. */
  readonly countries: readonly string[]
  /** Areas, districts and ranges, as {@link isWithinPostcodes} takes them. */
  readonly postcodes: readonly string[]
  /** Zones of the carrier, as they are on the day of shipment: one of them is enough. */
  readonly zones: readonly Zone[]
  /** Carrier services, as the rule books call them. */
  readonly services: readonly string[]
  /** Of the day of shipment; 0 is Monday. */
  readonly weekdays: readonly number[]
  /** Grams of a parcel. */
  readonly weight: Range | null
  /** Millimetres of its longest side. */
  readonly length: Range | null
  /** Its cubic centimetres. */
  readonly volume: Range | null
}

export const CONDITION_NAMES = ['country', 'postcode', 'service', 'weekday', 'weight', 'length', 'volume'] as const
export type ConditionName = (typeof CONDITION_NAMES)[number]
/** What cannot be known: a condition, or what the zone of a code covers on the day. */
export type Unknown = ConditionName | UnknownOfZone

/** What is known of what is billed. */
export type Shipped = {
  /** Where it went as despatched; where it came from on its way back. */
  readonly country: string
  readonly postcode: string
  /** The names of the service that left; empty where nobody knows. */
  readonly services: readonly string[]
  readonly day: Day
  /** Null of what nobody knows. */
  readonly parcels: readonly {
    readonly weight: number | null
    readonly length: number | null
    readonly volume: number | null
  }[]
}

/** Conditions in whatever units. */
type Counted = {
  readonly [Name in keyof Conditions]: Conditions[Name] extends Range | null ? object | null : readonly unknown[]
}

/** How many conditions are made. */
export function countConditions(of: Counted | undefined): number {
  if (!of) return 0
  const lists = [of.countries, of.postcodes, of.zones, of.services, of.weekdays]
  return lists.filter(({ length }) => length > 0).length + [of.weight, of.length, of.volume].filter((one) => one).length
}

/**
 * Whether conditions hold: true or false, or the first one that cannot be known where none of the others fails. Of several
 * parcels one that meets those of weight and size is enough.
 */
export function holds(of: Conditions | undefined, shipped: Shipped): boolean | Unknown {
  if (!of) return true
  const { services, day, parcels } = shipped
  const zone = of.zones.length === 0 || findZone(of.zones, shipped)
  const known: [Unknown, boolean | undefined][] = [
    ['country', of.countries.length === 0 || isOfCountries(of.countries, shipped)],
    ['postcode', of.postcodes.length === 0 || isWithinPostcodes(of.postcodes, shipped)],
    typeof zone === 'string' ? [zone, undefined] : ['postcode', zone !== false],
    ['service', of.services.length === 0 || isOfService(of.services, services)],
    ['weekday', of.weekdays.length === 0 || of.weekdays.includes(weekday(day))],
    isMetByOne(of, parcels),
  ]
  if (known.some(([, is]) => is === false)) return false
  return known.find(([, is]) => is === undefined)?.[0] ?? true
}

function isOfService(wanted: readonly string[], services: readonly string[]): boolean | undefined {
  const named = services.map((name) => sameName(name.trim())).filter((name) => name !== '')
  return named.length === 0 ? undefined : wanted.some((name) => named.includes(sameName(name.trim())))
}

const MEASURES = ['weight', 'length', 'volume'] as const

/** Whether one of the parcels meets all conditions of weight and size, with the first of these that is not known of any. */
function isMetByOne(of: Conditions, parcels: Shipped['parcels']): [Unknown, boolean | undefined] {
  const asked = MEASURES.filter((name) => of[name] !== null)
  const [first = 'weight'] = asked
  if (asked.length === 0) return [first, true]
  let unknown: Unknown | undefined = parcels.length === 0 ? first : undefined
  for (const parcel of parcels) {
    const is = asked.map((name) => isWithin(of[name], parcel[name]))
    if (is.every((one) => one === true)) return [first, true]
    if (!is.includes(false)) unknown ??= asked[is.indexOf(undefined)]
  }
  return unknown ? [unknown, undefined] : [first, false]
}

function isWithin(range: Range | null, figure: number | null): boolean | undefined {
  if (range === null) return true
  if (figure === null) return undefined
  const { above, upTo } = range
  return (above === null || figure > above) && (upTo === null || figure <= upTo)
}

const UNKNOWN: Readonly<Record<ConditionName, string>> = {
  country: 'the country it went to',
  postcode: 'the postcode it went to',
  service: 'the service it left with',
  weekday: 'the day it left',
  weight: 'its weight',
  length: 'its longest side',
  volume: 'its volume',
}
/** What is missing, in a sentence: 'the postcode it went to', 'what zone HIGH covered on the day it left'. */
export const unknownText = (unknown: Unknown): string =>
  isOfZone(unknown) ? `what ${unknown} covered on the day it left` : UNKNOWN[unknown]

/** Whether a zone of the carrier covers nothing on the day. */
export const isOfZone = (unknown: string): unknown is `zone ${string}` => unknown.startsWith('zone ')

import { type Day, weekday } from '../../calendar/day.ts'
import { isOfCountries } from '../../text/crown-dependencies.ts'
import { isWithinPostcodes } from '../../text/postcode-ranges.ts'
import { sameName } from '../../text/same-name.ts'
import { findZone, type UnknownOfZone, type Zone } from './zones.ts'

/** Above one number, up to and including the other; null does not limit. */
export type Range = { readonly above: number | null; readonly upTo: number | null }

/** Which parcels an agreed charge applies to: all conditions must hold; an empty or null one always holds. */
export type Conditions = {
  /** ISO codes. */
  readonly countries: readonly string[]
  /** Areas, districts and ranges, in the format of {@link isWithinPostcodes}. */
  readonly postcodes: readonly string[]
  /** Zones of the carrier, as they are on the day of shipment: one is enough. */
  readonly zones: readonly Zone[]
  /** Carrier services, by their names in rule books. */
  readonly services: readonly string[]
  /** Of the day of shipment; 0 is Monday. */
  readonly weekdays: readonly number[]
  /** The weight of a parcel in grams. */
  readonly weight: Range | null
  /** Its longest side in millimetres. */
  readonly length: Range | null
  /** Its volume in cubic centimetres. */
  readonly volume: Range | null
}

export const CONDITION_NAMES = ['country', 'postcode', 'service', 'weekday', 'weight', 'length', 'volume'] as const
export type ConditionName = (typeof CONDITION_NAMES)[number]
/** What is unknown: a condition's fact, or what the zone of a code covers on the day. */
export type Unknown = ConditionName | UnknownOfZone

/** The facts about a billed shipment. */
export type Shipped = {
  /** The destination; for a return, the origin. */
  readonly country: string
  readonly postcode: string
  /** The names of the despatched service; empty if unknown. */
  readonly services: readonly string[]
  readonly day: Day
  /** Null for unknown values. */
  readonly parcels: readonly {
    readonly weight: number | null
    readonly length: number | null
    readonly volume: number | null
  }[]
}

/** Conditions in any units. */
type Counted = {
  readonly [Name in keyof Conditions]: Conditions[Name] extends Range | null ? object | null : readonly unknown[]
}

/** The number of conditions that restrict. */
export function countConditions(of: Counted | undefined): number {
  if (!of) return 0
  const lists = [of.countries, of.postcodes, of.zones, of.services, of.weekdays]
  return lists.filter(({ length }) => length > 0).length + [of.weight, of.length, of.volume].filter((one) => one).length
}

/**
 * Whether conditions hold: true, false, or the first unknown one if none of the others fails. Of several parcels, one
 * that meets the conditions of weight and size is enough.
 */
export function evaluateConditions(of: Conditions | undefined, shipped: Shipped): boolean | Unknown {
  if (!of) return true
  const { services, day, parcels } = shipped
  const zone = of.zones.length === 0 || findZone(of.zones, shipped)
  const results: [Unknown, boolean | undefined][] = [
    ['country', of.countries.length === 0 || isOfCountries(of.countries, shipped)],
    ['postcode', of.postcodes.length === 0 || isWithinPostcodes(of.postcodes, shipped)],
    typeof zone === 'string' ? [zone, undefined] : ['postcode', zone !== false],
    ['service', of.services.length === 0 || isOfService(of.services, services)],
    ['weekday', of.weekdays.length === 0 || of.weekdays.includes(weekday(day))],
    isMetByOne(of, parcels),
  ]
  if (results.some(([, is]) => is === false)) return false
  return results.find(([, is]) => is === undefined)?.[0] ?? true
}

function isOfService(wanted: readonly string[], services: readonly string[]): boolean | undefined {
  const named = services.map((name) => sameName(name.trim())).filter((name) => name !== '')
  return named.length === 0 ? undefined : wanted.some((name) => named.includes(sameName(name.trim())))
}

const MEASURES = ['weight', 'length', 'volume'] as const

/**
 * Whether one of the parcels meets all conditions of weight and size, with the first that is unknown for all parcels.
 */
function isMetByOne(of: Conditions, parcels: Shipped['parcels']): [Unknown, boolean | undefined] {
  const measures = MEASURES.filter((name) => of[name] !== null)
  const [first = 'weight'] = measures
  if (measures.length === 0) return [first, true]
  let unknown: Unknown | undefined = parcels.length === 0 ? first : undefined
  for (const parcel of parcels) {
    const is = measures.map((name) => isWithin(of[name], parcel[name]))
    if (is.every((one) => one === true)) return [first, true]
    if (!is.includes(false)) unknown ??= measures[is.indexOf(undefined)]
  }
  return unknown ? [unknown, undefined] : [first, false]
}

/** Whether a parcel meets the conditions of weight and size; otherwise what is unknown, if that decides. */
export function meetsMeasures(of: Conditions, parcel: Shipped['parcels'][number]): boolean | Unknown {
  let unknown: Unknown | undefined
  for (const name of MEASURES) {
    const is = isWithin(of[name], parcel[name])
    if (is === false) return false
    if (is === undefined) unknown ??= name
  }
  return unknown ?? true
}

/** Whether conditions depend on the weight or size of a parcel. */
export const countsMeasures = (of: Conditions): boolean => MEASURES.some((name) => of[name] !== null)
/** Whether conditions depend on where a parcel goes. */
export const countsPlaces = ({ countries, postcodes, zones }: Conditions): boolean =>
  countries.length + postcodes.length + zones.length > 0

function isWithin(range: Range | null, figure: number | null): boolean | undefined {
  if (range === null) return true
  if (figure === null) return undefined
  const { above, upTo } = range
  return (above === null || figure > above) && (upTo === null || figure <= upTo)
}

const UNKNOWN: Readonly<Record<ConditionName, string>> = {
  country: 'its country',
  postcode: 'its postcode',
  service: 'its service',
  weekday: 'its despatch date',
  weight: 'its weight',
  length: 'its longest side',
  volume: 'its volume',
}
/** Names what is unknown in a sentence: 'its postcode', 'what zone HIGH covered on its despatch date'. */
export const unknownText = (unknown: Unknown): string =>
  isOfZone(unknown) ? `what ${unknown} covered on its despatch date` : UNKNOWN[unknown]

/** Whether a zone of the carrier covers nothing on the day. */
export const isOfZone = (unknown: string): unknown is `zone ${string}` => unknown.startsWith('zone ')

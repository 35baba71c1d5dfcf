import { type Day, formatDayShort, weekday } from '../../calendar/day.ts'
import type { NamedHold } from '../fixed-routing/route-name.ts'
import type { Consignment } from './consignment.ts'
import type { Candidate } from './explain.ts'
import { centimetresOf, cubicMetresOf, kilogramsOf } from './units.ts'

/** A method as sentences name it: with names instead of ids. */
export type Named = Pick<Candidate, 'clientMethodID' | 'carrier' | 'methodDescription'> & {
  readonly carrierName?: string
}

/** Names of carriers and methods for sentences about a decision. */
export type Naming = {
  /** A carrier's name, or its code if no candidate has it. */
  readonly carrier: (code: string) => string
  /** A method's description, or its id if it is not a candidate. */
  readonly method: (clientMethodID: string) => string
}

/** What all sentences about one decision need. */
export type Wording = Naming & {
  readonly consignment: Pick<Consignment, 'despatchDay' | 'parcels'> & {
    /** Missing if the viewer may not see fixed routing. */
    readonly heldTo?: NamedHold | null | undefined
  }
  /** The currency of costs, an ISO code. */
  readonly currency: string
}

export function wordingOf(
  consignment: Wording['consignment'],
  candidates: readonly Named[],
  currency: string,
): Wording {
  return { consignment, currency, ...namingOf(candidates) }
}

/** Takes the names of carriers and methods from the candidates. */
export const namingOf = (candidates: readonly Named[]): Naming => ({
  carrier: (code) => candidates.find((one) => one.carrier === code && one.carrierName)?.carrierName ?? code,
  method: (id) => candidates.find((one) => one.clientMethodID === id)?.methodDescription || id,
})

/** A method with its carrier, unless its name contains the carrier: 'Next Day (DPD UK)'. */
export function methodText({ clientMethodID, carrier, carrierName, methodDescription }: Named): string {
  const [name, by] = [methodDescription || clientMethodID, carrierName || carrier]
  return name.toLowerCase().includes(by.toLowerCase()) ? name : `${name} (${by})`
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 })
const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const countries = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' })

/** 'a, b and c'. */
export const listLabel = (parts: readonly string[]) => all.format(parts)
/** 'a, b or c'. */
export const alternativesLabel = (parts: readonly string[]) => either.format(parts)

/** '12.5 kg', from grams. */
export const weightLabel = (grams: number) => `${figures.format(kilogramsOf(grams))} kg`
/** '120 cm', from millimetres. */
export const lengthText = (millimetres: number) => `${figures.format(centimetresOf(millimetres))} cm`
/** '0.064 m³', from cubic centimetres. */
export const volumeText = (cubicCentimetres: number) => `${figures.format(cubicMetresOf(cubicCentimetres))} m³`
/** '1 parcel', '1,284 parcels'. */
export const parcelText = (count: number) => `${figures.format(count)} ${count === 1 ? 'parcel' : 'parcels'}`
/** '498', '1,284'. */
export const figureLabel = (count: number) => figures.format(count)

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** A despatch day in the near future: 'Tue 24 Nov'. */
export function weekdayText(day: Day): string {
  return `${WEEKDAYS[weekday(day)]} ${formatDayShort(day).slice(0, -' 2026'.length)}`
}

/** 'Ireland', from an ISO code; the code if it is unknown. */
export function countryLabel(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}

/**
 * Describes a hold and its routes: 'DPD by the fixed route of SKU MUG-1 (4 regions)'. Without route names it lists
 * their ids.
 */
export function holdText({ carrier, clientMethodID, customPreferenceIDs, routes }: NamedHold, naming: Naming): string {
  const to = clientMethodID === null ? naming.carrier(carrier) : naming.method(clientMethodID)
  const many = customPreferenceIDs.length === 1 ? 'route' : 'routes'
  if (!routes) return `${to} by fixed ${many} ${listLabel(customPreferenceIDs)}`
  return `${to} by the fixed ${many} of ${listLabel(routes)}`
}

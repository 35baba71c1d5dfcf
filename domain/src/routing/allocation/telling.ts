import { type Day, formatDayShort, weekday } from '../../calendar/day.ts'
import type { ToldHold } from '../fixed-routing/route-name.ts'
import type { Consignment } from './consignment.ts'
import type { Candidate } from './explain.ts'
import { centimetresOf, cubicMetresOf, kilogramsOf } from './units.ts'

/** What sentences of a decision call things by: what is held by whom is said with names, not with ids. */
export type Named = Pick<Candidate, 'clientMethodID' | 'carrier' | 'methodDescription'> & {
  readonly carrierName?: string
}

/** What the sentences of a decision call carriers and methods. */
export type Naming = {
  /** The name of a carrier, or its code where no candidate is of it. */
  readonly carrier: (code: string) => string
  /** The description of a method, or its id where it is no candidate. */
  readonly method: (clientMethodID: string) => string
}

/** What all sentences of one decision are about. */
export type Telling = Naming & {
  readonly consignment: Pick<Consignment, 'despatchDay' | 'parcels'> & {
    /** Left out for those who may not see what fixed routing says. */
    readonly heldTo?: ToldHold | null | undefined
  }
  /** Of costs, an ISO code. */
  readonly currency: string
}

/** Takes the consignment, the candidates and the currency of a decision; gives what its sentences need. */
export function tellingOf(
  consignment: Telling['consignment'],
  candidates: readonly Named[],
  currency: string,
): Telling {
  return { consignment, currency, ...namingOf(candidates) }
}

/** Calls carriers and methods as the candidates do. */
export const namingOf = (candidates: readonly Named[]): Naming => ({
  carrier: (code) => candidates.find((one) => one.carrier === code && one.carrierName)?.carrierName ?? code,
  method: (id) => candidates.find((one) => one.clientMethodID === id)?.methodDescription || id,
})

/** 'Next Day (DPD UK)': a method with its carrier beside it, unless it is called after that already. */
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
export const choiceText = (parts: readonly string[]) => either.format(parts)

/** '12.5 kg', of grams. */
export const weightLabel = (grams: number) => `${figures.format(kilogramsOf(grams))} kg`
/** '120 cm', of millimetres. */
export const lengthText = (millimetres: number) => `${figures.format(centimetresOf(millimetres))} cm`
/** '0.064 m³', of cubic centimetres. */
export const volumeText = (cubicCentimetres: number) => `${figures.format(cubicMetresOf(cubicCentimetres))} m³`
/** '1 parcel', '1,284 parcels'. */
export const parcelText = (count: number) => `${figures.format(count)} ${count === 1 ? 'parcel' : 'parcels'}`
/** '498', '1,284'. */
export const figureLabel = (count: number) => figures.format(count)

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** 'Tue 24 Nov': a despatch day among others near it. */
export function weekdayText(day: Day): string {
  return `${WEEKDAYS[weekday(day)]} ${formatDayShort(day).slice(0, -' 2026'.length)}`
}

/** 'Ireland', of an ISO code; the code where it is nobody's. */
export function countryLabel(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}

/** 'DPD by the fixed route of SKU MUG-1 (4 regions)': what holds, and which rows say so; by their ids where no book is at hand. */
export function holdText({ carrier, clientMethodID, customPreferenceIDs, routes }: ToldHold, naming: Naming): string {
  const to = clientMethodID === null ? naming.carrier(carrier) : naming.method(clientMethodID)
  const many = customPreferenceIDs.length === 1 ? 'route' : 'routes'
  if (!routes) return `${to} by fixed ${many} ${listLabel(customPreferenceIDs)}`
  return `${to} by the fixed ${many} of ${listLabel(routes)}`
}

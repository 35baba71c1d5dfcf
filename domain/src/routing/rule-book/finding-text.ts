import { addDays, formatDayShort } from '../../calendar/day.ts'
import { routeName, nameHold } from '../fixed-routing/route-name.ts'
import type { BookItemKind } from './book-items.ts'
import type { Finding } from './check-book.ts'
import type { Consignment } from '../allocation/consignment.ts'
import type { FixedRoute, LimitType, RuleBook } from './rule-book.ts'
import {
  figureLabel,
  holdText,
  lengthText,
  listLabel,
  parcelText,
  type Naming,
  volumeText,
  weekdayText,
  weightLabel,
} from '../allocation/decision-labels.ts'
import { CONSTRAINT_TITLES } from '../allocation/verdict-text.ts'
import { consignmentText } from '../allocation/text.ts'

/** Names of a rule book's items for sentences. Create it once for all findings of a book. */
export type BookNames = {
  readonly naming: Naming
  readonly isByWeight: (clientMethodID: string) => boolean
  readonly route: (customPreferenceID: string) => FixedRoute | undefined
}

export function bookNames({ carriers, methods, fixedRouting }: RuleBook): BookNames {
  const [byCode, byId, routes] = [
    new Map(carriers.map(({ code, name }) => [code, name])),
    new Map(methods.map((method) => [method.clientMethodID, method])),
    new Map(fixedRouting.map((route) => [route.customPreferenceID, route])),
  ]
  return {
    naming: {
      carrier: (code) => byCode.get(code) || code,
      method: (id) => byId.get(id)?.methodDescription || id,
    },
    isByWeight: (id) => byId.get(id)?.pricing.pricingMethod === 'By Weight Matrix',
    route: (id) => routes.get(id),
  }
}

/** A finding as a sentence that names the item and the consequence. */
export function findingSentence(finding: Finding, names: BookNames): string {
  const { naming } = names
  switch (finding.kind) {
    case 'bands-overlap': {
      const rows = listLabel(finding.chargeIDs)
      return `${matrixOf(finding, names)}: rows ${rows} are in force at the same time and both price ${rangeLabel(finding, names)}`
    }
    case 'bands-missing':
      return `${matrixOf(finding, names)}: no row prices ${missingLabel(finding, names)} on ${formatDayShort(finding.day)}, so it is not available for that`
    case 'dates-with-hole': {
      const { from, to } = finding
      const days = from === to ? `on ${formatDayShort(from)}` : `from ${formatDayShort(from)} to ${formatDayShort(to)}`
      return `${matrixOf(finding, names)}: no row is in force ${days}, so it is not available then`
    }
    case 'no-price':
      return `${naming.method(finding.clientMethodID)} has no price: nothing is routed to it`
    case 'carrier-not-active': {
      const { from, to } = finding
      const name = naming.carrier(finding.carrier)
      if (to === null)
        return `${name} is not active after ${formatDayShort(addDays(from, -1))}: its methods take nothing`
      const days = from === to ? `on ${formatDayShort(from)}` : `from ${formatDayShort(from)} to ${formatDayShort(to)}`
      return `${name} is not active ${days}: its methods take nothing then`
    }
    case 'skus-without-weight':
      return weightlessText(finding)
    case 'route-to-nothing':
      return `${routeText(finding, names)} ${nothingText(finding, names)}, so what it holds cannot be routed`
    case 'route-never-applies':
      return `${routeText(finding, names)} never applies any more: wherever and whenever it would, ${beatingText(finding.beatenBy, names)} goes before it`
    case 'route-ends-before-it-starts': {
      const { startDate, endDate } = names.route(finding.customPreferenceID) ?? { startDate: null, endDate: null }
      const days =
        startDate && endDate ? `: on ${formatDayShort(endDate)}, and it starts on ${formatDayShort(startDate)}` : ''
      return `${routeText(finding, names)} ends before it starts${days}`
    }
    case 'no-capacity':
      return `${naming.carrier(finding.carrier)} takes no parcels on ${weekdayText(finding.day)}, a working day, though it sells ${listLabel(finding.services)}`
    case 'limit-too-low':
      return `${naming.method(finding.clientMethodID)}: ${limitLabel(finding)}`
  }
}

/** The example consignment as text, with its hold. */
export function exampleSentence(example: Consignment, { naming, route }: BookNames): string {
  const { heldTo } = example
  const fixedRouting = heldTo?.customPreferenceIDs.flatMap((id) => route(id) ?? []) ?? []
  const held = heldTo ? `, held to ${holdText(nameHold(heldTo, { fixedRouting }), naming)}` : ''
  return `${consignmentText(example)}${held}`
}

/** The rule book item to correct. */
export function findingPlace(finding: Finding): { kind: BookItemKind; key: string } {
  switch (finding.kind) {
    case 'bands-overlap':
    case 'bands-missing':
    case 'dates-with-hole':
    case 'no-price':
      return { kind: 'method', key: finding.clientMethodID }
    case 'limit-too-low':
      return { kind: 'parcel-limits', key: finding.clientMethodID }
    case 'route-to-nothing':
    case 'route-never-applies':
    case 'route-ends-before-it-starts':
      return { kind: 'fixed-route', key: finding.customPreferenceID }
    case 'no-capacity':
      return { kind: 'capacity', key: finding.carrier }
    case 'carrier-not-active':
      return { kind: 'carrier', key: finding.carrier }
    case 'skus-without-weight':
      return { kind: 'multi-box', key: '' }
  }
}

type Of<Kind extends Finding['kind']> = Extract<Finding, { kind: Kind }>

function matrixOf(
  { clientMethodID, costing }: Of<'bands-missing' | 'bands-overlap' | 'dates-with-hole'>,
  names: BookNames,
) {
  return `${names.naming.method(clientMethodID)}, ${costing} costing`
}

/** '12 SKUs have no weight (A, B, C and 9 more): ...'. */
function weightlessText({ count, first }: Of<'skus-without-weight'>): string {
  const named = listLabel([...first, ...(count > first.length ? [`${figureLabel(count - first.length)} more`] : [])])
  return count === 1
    ? `The SKU ${named} has no weight: it is routed and priced as though it weighed nothing`
    : `${figureLabel(count)} SKUs have no weight (${named}): they are routed and priced as though they weighed nothing`
}

/** The gap between two bands: 'more than 2 kg and less than 3 kg', '5 to 9 parcels'. */
function missingLabel(gap: Of<'bands-missing'>, names: BookNames): string {
  const { clientMethodID, from, to } = gap
  if (!names.isByWeight(clientMethodID)) return rangeLabel(gap, names)
  const less = `less than ${weightLabel(to)}`
  return from === 0 ? less : `more than ${weightLabel(from)} and ${less}`
}

/** A band, which starts above `from`; the first includes 0: 'more than 2 kg, up to 3 kg', '5 to 9 parcels'. */
function rangeLabel(
  { clientMethodID, from, to }: { clientMethodID: string; from: number; to: number | null },
  { isByWeight }: BookNames,
): string {
  if (isByWeight(clientMethodID)) {
    if (to === null) return from === 0 ? 'any weight' : `more than ${weightLabel(from)}`
    return from === 0 ? `up to ${weightLabel(to)}` : `more than ${weightLabel(from)}, up to ${weightLabel(to)}`
  }
  const first = from + 1
  if (to === null) return `${parcelText(first)} or more`
  return first === to ? parcelText(to) : `${figureLabel(first)} to ${parcelText(to)}`
}

function routeText({ customPreferenceID }: { customPreferenceID: string }, { route }: BookNames): string {
  const known = route(customPreferenceID)
  return known ? `The fixed route of ${routeName(known)}` : `Fixed route ${customPreferenceID}`
}

/** Another route of the same SKU or category, named by its target. */
function beatingText(customPreferenceID: string, { naming, route }: BookNames): string {
  const known = route(customPreferenceID)
  if (!known) return `fixed route ${customPreferenceID}`
  const to = known.clientMethodID === null ? naming.carrier(known.carrier) : naming.method(known.clientMethodID)
  return `the fixed route of ${routeName(known)} to ${to}`
}

function nothingText({ customPreferenceID, why }: Of<'route-to-nothing'>, { naming, route }: BookNames): string {
  const { carrier = '', clientMethodID = null } = route(customPreferenceID) ?? {}
  const name = naming.carrier(carrier)
  switch (why) {
    case 'no-such-carrier':
      return `holds to the carrier ${name}, which this client does not have`
    case 'no-such-method':
      return clientMethodID === null
        ? `holds to ${name}, of which this client has no service`
        : `holds to ${clientMethodID}, which is no service of ${name}`
    case 'carrier-inactive':
      return `holds to ${name}, which is not active`
  }
}

const LIMIT_TEXTS: Readonly<Record<LimitType, readonly [words: (figure: number) => string, least: string]>> = {
  Length: [lengthText, 'the shortest SKU is'],
  Volume: [volumeText, 'the smallest SKU is'],
  NumberOfParcels: [parcelText, 'a consignment is at least'],
  ParcelWeight: [weightLabel, 'the lightest SKU is'],
  ConsignmentWeight: [weightLabel, 'the lightest SKU is'],
}

function limitLabel({ type, limit, least }: Of<'limit-too-low'>): string {
  const [words, said] = LIMIT_TEXTS[type]
  return `${CONSTRAINT_TITLES[type].toLowerCase()} is limited to ${words(limit)}, and ${said} ${words(least)}: nothing can travel with it`
}

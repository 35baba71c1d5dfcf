import { formatDayShort } from '../../calendar/day.ts'
import type { PriceGap } from '../prices/compile-pricing.ts'
import { formatPrice } from '../../money/money.ts'
import type { Constraint } from './constraints.ts'
import type { Verdict } from './explain.ts'
import type { LimitType } from '../rule-book/rule-book.ts'
import {
  alternativesLabel,
  countryLabel,
  figureLabel,
  holdText,
  lengthText,
  listLabel,
  parcelText,
  type Wording,
  volumeText,
  weekdayText,
  weightLabel,
} from './decision-labels.ts'
import { costText } from './units.ts'

/** The title of each constraint. */
export const CONSTRAINT_TITLES: Readonly<Record<Constraint, string>> = {
  service: 'Service',
  country: 'Country',
  region: 'Region',
  carrierActive: 'Carrier active',
  activeDates: 'Active dates',
  stopped: 'Carrier stopped',
  cutOff: 'Cut-off',
  Length: 'Length',
  Volume: 'Volume',
  NumberOfParcels: 'Number of parcels',
  ParcelWeight: 'Parcel weight',
  ConsignmentWeight: 'Consignment weight',
  capacity: 'Capacity',
  fixedRouting: 'Fixed routing',
  price: 'Price',
}

/** Formats the measure of each parcel limit. */
export const MEASURES: Readonly<Record<LimitType, (value: number) => string>> = {
  Length: lengthText,
  Volume: volumeText,
  NumberOfParcels: figureLabel,
  ParcelWeight: weightLabel,
  ConsignmentWeight: weightLabel,
}

/** A verdict in an answer: figures are missing if the viewer may not see them. */
type ShownVerdict = Pick<Verdict, 'constraint' | 'isMet' | 'rule' | 'gap'> & {
  readonly actual?: Verdict['actual'] | undefined
  readonly limit?: Verdict['limit'] | undefined
}
const isShown = (verdict: ShownVerdict): verdict is Verdict =>
  verdict.actual !== undefined && verdict.limit !== undefined

/** Describes a verdict without figures; only capacity and price are ever hidden. */
function hiddenText({ constraint, isMet }: ShownVerdict, { consignment }: Wording): string {
  const day = weekdayText(consignment.despatchDay)
  if (constraint === 'capacity') return isMet ? `It has capacity on ${day}` : `It has no capacity left on ${day}`
  return isMet ? `It is set up for this on ${day}` : `It is not set up for this on ${day}`
}

/** A sentence names at most this many codes and counts the others. */
const MAX_LISTED_NAMES = 6

/**
 * A verdict as a sentence with the actual value, the limit and the rule. domain.md, Allocation 3: 'every verdict is
 * kept with the actual value, the limit, and the rule that said so'.
 */
export function verdictLabel(verdict: ShownVerdict, wording: Wording): string {
  if (!isShown(verdict)) return hiddenText(verdict, wording)
  const { constraint, isMet, actual } = verdict
  const limits = Array.isArray(verdict.limit) ? (verdict.limit as readonly string[]) : []
  const { despatchDay, parcels, heldTo } = wording.consignment
  const day = weekdayText(despatchDay)
  switch (constraint) {
    case 'service':
      if (isMet) return `Carries ${actual}`
      return limits.length === 0 ? 'Carries no service type' : `Does not carry ${actual}, only ${named(limits)}`
    case 'country':
      return servedText(isMet, countryLabel(String(actual)), limits.map(countryLabel), 'every country')
    case 'region':
      return regionText(isMet, actual === null ? null : String(actual), limits)
    case 'carrierActive':
      return `${wording.carrier(verdict.rule)} is ${isMet ? 'active' : 'not active'}`
    case 'activeDates':
      return datesText(isMet, wording.carrier(verdict.rule), day, limits)
    case 'stopped':
      return `${wording.carrier(verdict.rule)} is ${isMet ? 'not ' : ''}stopped on ${day}`
    case 'cutOff':
      if (verdict.limit === null) return `No cut-off on ${day}`
      return isMet
        ? `Ready at ${actual}, cut-off ${String(verdict.limit)}`
        : `Ready at ${actual}, after the cut-off of ${String(verdict.limit)}`
    case 'Length':
    case 'Volume':
    case 'NumberOfParcels':
    case 'ParcelWeight':
    case 'ConsignmentWeight':
      return limitLabel(verdict, constraint)
    case 'capacity': {
      if (verdict.limit === null) return `${day}: no limit of parcels`
      const taken = Number(actual) - parcels.length
      const more = `${figureLabel(parcels.length)} more ${parcels.length === 1 ? 'fits' : 'fit'}`
      const none = `${figureLabel(parcels.length)} more ${parcels.length === 1 ? 'does' : 'do'} not fit`
      return `${day}: ${figureLabel(taken)} of ${figureLabel(Number(verdict.limit))} parcels taken, ${isMet ? more : none}`
    }
    case 'fixedRouting':
      if (verdict.limit === null) return 'Held to nothing by fixed routing'
      if (!heldTo) return isMet ? 'Held to it by fixed routing' : 'Held to another carrier by fixed routing'
      return `Held to ${holdText(heldTo, wording)}${isMet ? '' : ', not to this method'}`
    case 'price':
      return isMet ? `Price ${formatPrice(costText(Number(actual)), wording.currency)}` : noPriceText(verdict.gap, day)
  }
}

/** 'No price for 19.8 kg on Mon 23 Nov: its bands end at 15 kg'. */
function noPriceText(gap: PriceGap | undefined, day: string): string {
  if (!gap) return `No price for it on ${day}`
  const of = { all: '', first: ' of its first parcels', further: ' of its further parcels', each: ' in one parcel' }[
    gap.of
  ]
  const bands =
    gap.to === null ? `its bands end at ${quantityText(gap, gap.from)}` : `there is no band ${rangeLabel(gap)}`
  return `No price for ${quantityText(gap, gap.quantity)}${of} on ${day}: ${bands}`
}

const quantityText = ({ byWeight }: PriceGap, quantity: number) =>
  byWeight ? weightLabel(quantity) : parcelText(quantity)

/**
 * A gap between bands, which start above their lower edge: 'between 2 kg and 3 kg', 'below 2 kg', 'for 5 to 6 parcels'.
 */
function rangeLabel(gap: PriceGap): string {
  const { byWeight, from, to } = gap
  if (to === null) return `above ${quantityText(gap, from)}`
  if (!byWeight) return from + 1 === to ? `for ${parcelText(to)}` : `for ${figureLabel(from + 1)} to ${parcelText(to)}`
  return from === 0 ? `below ${weightLabel(to)}` : `between ${weightLabel(from)} and ${weightLabel(to)}`
}

function named(codes: readonly string[], words = alternativesLabel): string {
  if (codes.length <= MAX_LISTED_NAMES) return words(codes)
  return listLabel([...codes.slice(0, MAX_LISTED_NAMES - 1), `${codes.length - MAX_LISTED_NAMES + 1} more`])
}

function servedText(isMet: boolean, place: string, places: readonly string[], everywhere: string): string {
  if (isMet) return places.length === 0 ? `Serves ${everywhere}, ${place} too` : `Serves ${place}`
  return `Does not serve ${place}, only ${named(places, listLabel)}`
}

function regionText(isMet: boolean, region: string | null, regions: readonly string[]): string {
  if (isMet && regions.length === 0) return 'Serves every region'
  // Abroad only the country counts.
  if (isMet && (region === null || !regions.includes(region))) return 'Regions do not count in this country'
  if (region === null) return `The postcode is of no known region, and only ${named(regions, listLabel)} are served`
  return servedText(isMet, `region ${region}`, regions, 'every region')
}

/** Ranges come as 'from/to', without a second day if open-ended. */
function datesText(isMet: boolean, carrier: string, day: string, ranges: readonly string[]): string {
  if (isMet) return ranges.length === 0 ? `${carrier} is active on every day` : `${carrier} is active on ${day}`
  const rangeTexts = ranges.map((range) => {
    const [from = '', to = ''] = range.split('/')
    return to ? `from ${formatDayShort(from)} to ${formatDayShort(to)}` : `from ${formatDayShort(from)} on`
  })
  return `${carrier} is not active on ${day}, only ${named(rangeTexts, listLabel)}`
}

function limitLabel({ isMet, actual, limit }: Verdict, type: LimitType): string {
  const measured = `${CONSTRAINT_TITLES[type]} ${MEASURES[type](Number(actual))}`
  if (limit === null) return `${measured}, no limit`
  const allowed = MEASURES[type](Number(limit))
  return isMet ? `${measured}, limit ${allowed}` : `${measured} is over the limit of ${allowed}`
}

/** The actual value in short, for a table column. */
export function actualText({ constraint, actual, gap }: ShownVerdict, wording: Wording): string {
  if (actual === undefined) return ''
  if (gap) return quantityText(gap, gap.quantity)
  if (actual === null) return constraint === 'cutOff' ? '' : 'none'
  return valueLabel(constraint, actual, wording)
}

/** The limit in short, for a table column. */
export function allowedText({ constraint, limit, isMet, gap }: ShownVerdict, wording: Wording): string {
  if (limit === undefined) return ''
  if (gap) return gap.to === null ? `up to ${quantityText(gap, gap.from)}` : `no band ${rangeLabel(gap)}`
  if (constraint === 'price') return ''
  if (constraint === 'stopped') return isMet ? '' : `not ${rangeText(String(limit))}`
  if (constraint === 'cutOff') return limit === null ? '' : `until ${String(limit)}`
  if (constraint === 'service' && Array.isArray(limit) && limit.length === 0) return isMet ? '' : 'none'
  if (limit === null || (Array.isArray(limit) && limit.length === 0)) return 'any'
  if (constraint === 'activeDates') return named((limit as readonly string[]).map(rangeText), listLabel)
  if (Array.isArray(limit))
    return named(
      limit.map((code: string) => valueLabel(constraint, code, wording)),
      listLabel,
    )
  const { heldTo } = wording.consignment
  if (constraint === 'fixedRouting' && heldTo?.clientMethodID === null) return wording.carrier(heldTo.carrier)
  return valueLabel(constraint, limit as string | number, wording)
}

/** 'from/to' as '1 Dec 2026 – 3 Dec 2026', or 'since 1 Dec 2026' without an end. */
function rangeText(range: string): string {
  const [from = '', to = ''] = range.split('/')
  return to ? `${formatDayShort(from)} – ${formatDayShort(to)}` : `since ${formatDayShort(from)}`
}

function valueLabel(constraint: Constraint, value: string | number, wording: Wording): string {
  switch (constraint) {
    case 'service':
    case 'region':
    case 'cutOff':
      return String(value)
    case 'country':
      return countryLabel(String(value))
    case 'carrierActive':
      return value === 'Y' ? 'active' : 'not active'
    case 'activeDates':
    case 'stopped':
      return formatDayShort(String(value))
    case 'capacity':
      return parcelText(Number(value))
    case 'fixedRouting':
      return wording.method(String(value))
    case 'price':
      return formatPrice(costText(Number(value)), wording.currency)
    case 'Length':
    case 'Volume':
    case 'NumberOfParcels':
    case 'ParcelWeight':
    case 'ConsignmentWeight':
      return MEASURES[constraint](Number(value))
  }
}

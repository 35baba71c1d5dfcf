import type { BookItemChange } from '@despatch/contract/routing/allocation/allocation'
import type { BookContents, BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import {
  countryLabel,
  figureLabel,
  lengthText,
  listLabel,
  parcelText,
  volumeText,
  weightLabel,
} from '@despatch/domain/routing/allocation/decision-labels'
import { CONSTRAINT_TITLES } from '@despatch/domain/routing/allocation/verdict-text'
import { formatDayShort } from '@despatch/domain/calendar/day'
import {
  type Costing,
  exactRows,
  isForEachParcel,
  type MatrixRow,
  type PricingMethod,
} from '@despatch/domain/routing/prices/costing'
import { bandText, chargeLabel } from '@despatch/domain/routing/prices/price-text'
import { type NamedRegion, regionText, wholeRegionText } from '@despatch/domain/routing/fixed-routing/region-text'
import { routeName } from '@despatch/domain/routing/fixed-routing/route-name'
import { deliveryDaysText } from './delivery-days-text.ts'
import type { FieldChange } from '../../kit/list/field-changes.tsx'

type TextOptions = { readonly currency: string; readonly regions: readonly NamedRegion[] }

/** `whole` is the full text if `text` is shortened. */
type Fields = readonly (readonly [field: string, text: string, whole?: string])[]

/**
 * Lists the fields that differ between an item before and after, in the units of the screens. Needs all regions for
 * their names, and the client's currency.
 */
export function fieldChanges(
  { kind, before, after }: Pick<BookItemChange, 'kind' | 'before' | 'after'>,
  regions: readonly NamedRegion[] = [],
  currency: string,
): FieldChange[] {
  const textsOf = (content: BookItemChange['before']) =>
    new Map(
      fieldsOf(kind, content, { currency, regions }).map(([field, text, whole = text]) => [field, { text, whole }]),
    )
  const [was, is] = [textsOf(before), textsOf(after)]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((field) => {
    const [one, other] = [was.get(field), is.get(field)]
    if (one?.whole === other?.whole) return []
    // Show full texts if the short ones are equal.
    const how = one?.text === other?.text ? 'whole' : 'text'
    return [{ field, before: one?.[how], after: other?.[how] }]
  })
}

const KIND_LABELS: Readonly<Record<BookItemKind, string>> = {
  carrier: 'Carrier',
  method: 'Method',
  'parcel-limits': 'Parcel limits of',
  capacity: 'Capacity of',
  'fixed-route': 'Fixed route',
  'multi-box': 'Multi-box default',
  'multi-box-exception': 'Multi-box exception',
  packing: 'Maximum packed parcel',
}

/** An item's title: 'Method M1', 'Fixed route of SKU MUG-1 (4 regions)'. */
export function itemTitle({
  kind,
  key,
  before,
  after,
}: Pick<BookItemChange, 'kind' | 'key' | 'before' | 'after'>): string {
  const content = after ?? before
  if (kind === 'fixed-route' && content)
    return `${KIND_LABELS[kind]} of ${routeName(content as unknown as BookContents['fixed-route'])}`
  return `${KIND_LABELS[kind]} ${key}`.trim()
}

/** Lists the fields of an item. Its stored content has the type of its kind. */
function fieldsOf(kind: BookItemKind, content: BookItemChange['before'], options: TextOptions): Fields {
  if (content === null) return []
  const of = <Kind extends BookItemKind>(_kind: Kind) => content as unknown as BookContents[Kind]
  switch (kind) {
    case 'carrier':
      return carrierFields(of('carrier'))
    case 'method':
      return methodFields(of('method'), options)
    case 'parcel-limits':
      return limitFields(of('parcel-limits'))
    case 'capacity':
      return capacityFields(of('capacity'))
    case 'fixed-route':
      return routeFields(of('fixed-route'), options.regions)
    case 'multi-box':
      return [['Boxes of a product', carrierText(of('multi-box').Same_Component_Carrier_Default)]]
    case 'multi-box-exception':
      return [['Its boxes', carrierText(of('multi-box-exception').Same_Component_Carrier)]]
    case 'packing':
      return [
        ['Weight', weightLabel(of('packing').weight)],
        ['Volume', volumeText(of('packing').volume)],
      ]
  }
}

const carrierText = (flag: 'Y' | 'N') => (flag === 'Y' ? 'ship with one carrier' : 'may ship with several carriers')

function carrierFields({ name, active, activeDates }: BookContents['carrier']): Fields {
  const ranges = activeDates.map(({ from, to }) => rangeLabel(from, to))
  return [
    ['Name', name],
    ['Active', active === 'Y' ? 'yes' : 'no'],
    ['Active dates', ranges.length === 0 ? 'always' : ranges.join('; ')],
  ]
}

const rangeLabel = (from: string | null, to: string | null) => {
  if (from === null) return to === null ? 'always' : `up to ${formatDayShort(to)}`
  return to === null ? `from ${formatDayShort(from)}` : `${formatDayShort(from)} to ${formatDayShort(to)}`
}

const namesOr = (names: readonly string[], none: string) => (names.length === 0 ? none : listLabel(names))

const LIMIT_TEXTS = {
  Length: lengthText,
  Volume: volumeText,
  NumberOfParcels: parcelText,
  ParcelWeight: weightLabel,
  ConsignmentWeight: weightLabel,
}

function limitFields(limits: BookContents['parcel-limits']): Fields {
  return LIMIT_TYPES.map((type): [string, string] => {
    const limit = limits[type]
    return [CONSTRAINT_TITLES[type], limit === null ? 'no limit' : LIMIT_TEXTS[type](limit)]
  })
}

function methodFields(method: BookContents['method'], { currency, regions }: TextOptions): Fields {
  const { pricing } = method
  return [
    ['Carrier', method.carrier],
    ['Carrier service', method.carrierService],
    ['Description', method.methodDescription],
    ['Contracts', namesOr(method.contracts, 'none')],
    ['Service types', namesOr(method.serviceTypes, 'none')],
    ['Countries', namesOr(method.countries.map(countryLabel), 'every country')],
    method.regions.length === 0 ? ['Regions', 'every region'] : regionsField(method.regions, regions),
    ['Transit days', figureLabel(method.transitDays)],
    ['Delivers on', deliveryDaysText(method)],
    ['Delivers on public holidays', method.deliversOnHolidays ? 'yes' : 'no'],
    ['Pricing method', pricing.pricingMethod],
    ...(isForEachParcel(pricing) ? [['Prices are', 'for each parcel'] as const] : []),
    ...costingFields('Primary', pricing.primaryCosting, pricing.pricingMethod, currency),
    ...costingFields('Secondary', pricing.secondaryCosting, pricing.pricingMethod, currency),
  ]
}

function costingFields(which: string, costing: Costing | null, method: PricingMethod, currency: string): Fields {
  if (!costing) return []
  return [
    [`${which}: from parcel`, figureLabel(costing.fromParcel)],
    ...(costing.costingMatrix.length === 0
      ? [[`${which}: price`, chargeLabel(method, costing, currency)] as const]
      : exactRows(costing.costingMatrix, method === 'By Weight Matrix').map(
          (row) => [`${which}: ${rowTitle(method, row)}`, chargeLabel(method, row, currency)] as const,
        )),
  ]
}

/**
 * The title of a matrix row by quantities and dates, unique within a costing: 'Above 2 kg up to 5 kg, from 1 Apr 2026'.
 */
function rowTitle(method: PricingMethod, { effectiveFrom, effectiveBetween, ...band }: MatrixRow): string {
  const text = bandText(method, band)
  if (effectiveBetween) return `${text}, ${rangeLabel(effectiveBetween.from, effectiveBetween.to)}`
  return effectiveFrom ? `${text}, ${rangeLabel(effectiveFrom, null)}` : text
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function capacityFields({ capacities }: BookContents['capacity']): Fields {
  return capacities.flatMap(({ slots, effectiveFrom, effectiveBetween }) => {
    const when = effectiveBetween
      ? rangeLabel(effectiveBetween.from, effectiveBetween.to)
      : rangeLabel(effectiveFrom, null)
    const limitTexts = slots.map((slot, day) => `${WEEKDAYS[day]} ${slot === null ? 'no limit' : figureLabel(slot)}`)
    return [[`Parcels, ${when}`, limitTexts.join(', ')] as const]
  })
}

function regionsField(codes: readonly string[], all: readonly NamedRegion[]): Fields[number] {
  return ['Regions', regionText(codes, all), wholeRegionText(codes, all)]
}

function routeFields({ by, ...route }: BookContents['fixed-route'], regions: readonly NamedRegion[]): Fields {
  return [
    'sku' in by ? ['SKU', by.sku] : ['Category', by.category],
    regionsField(route.regions, regions),
    ['Carrier', route.carrier],
    ['Method', route.clientMethodID ?? 'any of the carrier'],
    ['Dates', rangeLabel(route.startDate, route.endDate)],
  ]
}

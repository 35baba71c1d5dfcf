import { rulePlace } from '../served-places.ts'
import { addDays, type Day, weekday } from '../../calendar/day.ts'
import { type PriceGap, priceGap, priceGaps } from '../prices/compile-pricing.ts'
import type { DispatchService } from '../dispatch-service.ts'
import { allocate } from './allocate.ts'
import { pricedQuantities } from '../terms/candidate-cost.ts'
import { type CompiledBook, usedOn } from '../rule-book/compile-book.ts'
import { type Consignment, DAYS_AHEAD, type Measure, type Usage } from './consignment.ts'
import { BIT } from './constraints.ts'
import { LIMIT_TYPES, type LimitType, type Method } from '../rule-book/rule-book.ts'
import { measured } from './measures.ts'

/**
 * One change that would help to make a candidate eligible, of the consignment or of the rule book. Millimetres, cubic
 * centimetres and grams.
 */
export type Change =
  | { readonly kind: 'ask-for-service'; readonly service: DispatchService }
  | { readonly kind: 'shorter' | 'smaller' | 'fewer-parcels' | 'lighter-parcel' | 'lighter'; readonly by: number }
  | { readonly kind: 'despatch-on'; readonly day: Day }
  | { readonly kind: 'serve-country'; readonly country: string }
  | { readonly kind: 'serve-region'; readonly region: string | null }
  | { readonly kind: 'activate-carrier' | 'end-stop' | 'later-cut-off' }
  /** `isAlone`: it would also need an order of its own, because the order's other goods hold it. */
  | { readonly kind: 'not-held'; readonly isAlone?: true | undefined }
  | { readonly kind: 'active-on' | 'price-on'; readonly day: Day }
  /** `of`: the first or further parcels, if they are charged separately. */
  | {
      readonly kind: 'price-for'
      readonly byWeight: boolean
      readonly quantity: number
      readonly of?: 'first' | 'further' | undefined
    }
  /** A higher limit, if the current one accepts nothing: parcels, grams, millimetres or cubic centimetres. */
  | { readonly kind: 'higher-limit'; readonly type: LimitType; readonly to: number }
  | { readonly kind: 'more-capacity'; readonly day: Day; readonly by: number }

/**
 * Finds the nearest changes that together make a candidate eligible; none if it is eligible. It first changes the
 * consignment (fewer, smaller or lighter parcels, another day), then the rule book.
 */
export function changesToAdmit(
  compiled: CompiledBook,
  consignment: Consignment,
  usage: Usage,
  index: number,
): readonly Change[] {
  const method = compiled.methods[index]
  const search = new Search(compiled, consignment, usage, index)
  if (!method || search.failing() === 0) return []
  admitByService(search, method)
  fitLimits(search, method.limits)
  admitByDay(search)
  return search.changes
}

/** The consignment after the changes so far, with the constraints that changed rules would waive. */
class Search {
  readonly changes: Change[] = []
  now: Consignment
  readonly compiled: CompiledBook
  readonly usage: Usage
  readonly index: number
  #waived = 0

  constructor(compiled: CompiledBook, consignment: Consignment, usage: Usage, index: number) {
    this.compiled = compiled
    this.now = consignment
    this.usage = usage
    this.index = index
  }

  /** The mask of failed constraints. */
  failing(changed = this.now): number {
    const used = usedOn(this.compiled, this.usage, changed.despatchDay)
    return (allocate(this.compiled, changed, used).failing[this.index] ?? 0) & ~this.#waived
  }

  change(one: Change, changed: Consignment): void {
    this.changes.push(one)
    this.now = changed
  }

  waive(bit: number, one: Change): void {
    this.changes.push(one)
    this.#waived |= bit
  }
}

/** Checks the service, the destination and whether the carrier may take the consignment at all. */
function admitByService(search: Search, method: Method): void {
  const mask = search.failing()
  const { now } = search
  if (mask & BIT.fixedRouting)
    search.waive(BIT.fixedRouting, { kind: 'not-held', ...(now.isOneOfSeveral && { isAlone: true }) })
  if (mask & BIT.service) {
    const [service] = method.serviceTypes
    if (service) search.change({ kind: 'ask-for-service', service }, { ...now, service })
    else search.waive(BIT.service, { kind: 'ask-for-service', service: now.service })
  }
  const { country, region } = rulePlace(now, search.compiled.book.homeCountry)
  if (mask & BIT.country) search.waive(BIT.country, { kind: 'serve-country', country })
  if (mask & BIT.region) search.waive(BIT.region, { kind: 'serve-region', region })
  if (mask & BIT.carrierActive) search.waive(BIT.carrierActive, { kind: 'activate-carrier' })
}

/**
 * Fits number, size and weight of the parcels. The parcels left by 'fewer parcels' may already be small and light
 * enough.
 */
function fitLimits(search: Search, limits: Method['limits']): void {
  // Nothing fits a limit of 0, so the limit must change.
  for (const type of LIMIT_TYPES)
    if (limits[type] === 0 && search.failing() & BIT[type])
      search.waive(BIT[type], { kind: 'higher-limit', type, to: measured(search.now, type) })
  if (search.failing() & BIT.NumberOfParcels) {
    const { now } = search
    const limit = limits.NumberOfParcels ?? 0
    search.change(
      { kind: 'fewer-parcels', by: now.parcels.length - limit },
      { ...now, parcels: now.parcels.slice(0, limit) },
    )
  }
  const cut = (bit: number, kind: 'shorter' | 'smaller' | 'lighter-parcel', of: Measure, limit: number | null) => {
    if (!(search.failing() & bit)) return
    const { now } = search
    const most = Math.max(0, ...now.parcels.map((parcel) => parcel[of]))
    const parcels = now.parcels.map((parcel) => ({ ...parcel, [of]: Math.min(parcel[of], limit ?? 0) }))
    search.change({ kind, by: most - (limit ?? 0) }, { ...now, parcels })
  }
  cut(BIT.Length, 'shorter', 'length', limits.Length)
  cut(BIT.Volume, 'smaller', 'volume', limits.Volume)
  cut(BIT.ParcelWeight, 'lighter-parcel', 'weight', limits.ParcelWeight)
  if (search.failing() & BIT.ConsignmentWeight) {
    const weight = search.now.parcels.reduce((sum, parcel) => sum + parcel.weight, 0)
    const by = weight - (limits.ConsignmentWeight ?? 0)
    search.change({ kind: 'lighter', by }, lightened(search.now, by))
  }
}

/** Checks the carrier's capacity and price on the day, then another day, then the settings. */
function admitByDay(search: Search): void {
  const { compiled, usage, index } = search
  const fails = (bits: number) => (search.failing() & bits) !== 0
  if (fails(BIT.capacity) && !fails(BIT.activeDates | BIT.stopped)) {
    const { now } = search
    const room = roomOn(compiled, now.despatchDay, usage, index)
    if (room > 0)
      search.change(
        { kind: 'fewer-parcels', by: now.parcels.length - room },
        { ...now, parcels: now.parcels.slice(0, room) },
      )
  }
  if (fails(BIT.price)) {
    const less = withinBands(search.now, gapOf(compiled, search.now, index))
    if (less && !(search.failing(less.changed) & BIT.price)) {
      // Merge with the previous change of the same kind.
      const last = search.changes.at(-1)
      const isSame = last?.kind === less.kind
      if (isSame) search.changes.pop()
      search.change({ kind: less.kind, by: less.by + (isSame ? last.by : 0) }, less.changed)
    }
  }
  if (fails(BIT.capacity | BIT.activeDates | BIT.stopped | BIT.cutOff)) {
    const { now } = search
    const day = nextDay(now, (other) => search.failing({ ...now, despatchDay: other }) === 0)
    if (day) search.change({ kind: 'despatch-on', day }, { ...now, despatchDay: day })
  }
  const { now } = search
  if (fails(BIT.stopped)) search.waive(BIT.stopped, { kind: 'end-stop' })
  if (fails(BIT.cutOff)) search.waive(BIT.cutOff, { kind: 'later-cut-off' })
  if (fails(BIT.activeDates)) search.waive(BIT.activeDates, { kind: 'active-on', day: now.despatchDay })
  if (fails(BIT.capacity)) {
    const by = now.parcels.length - roomOn(compiled, now.despatchDay, usage, index)
    search.waive(BIT.capacity, { kind: 'more-capacity', day: now.despatchDay, by })
  }
  if (fails(BIT.price)) for (const change of pricesLacking(compiled, now, index)) search.waive(BIT.price, change)
}

/**
 * Lists all prices that a consignment lacks: quantities between or beyond bands, and the day if nothing is in force.
 */
function pricesLacking(compiled: CompiledBook, now: Consignment, index: number): Change[] {
  const { despatchDay } = now
  const pricing = compiled.rulesOn(despatchDay).pricing[index]
  const { gaps, isAll } = pricing
    ? priceGaps(pricing, pricedQuantities(compiled, now, index))
    : { gaps: [], isAll: false }
  const lacking = gaps.map(({ byWeight, quantity, costing, isSplit }): Change => {
    const of = costing === 'primary' ? 'first' : 'further'
    return { kind: 'price-for', byWeight, quantity, ...(isSplit && { of }) }
  })
  return isAll ? lacking : [...lacking, { kind: 'price-on', day: despatchDay }]
}

/** If a method's bands end below the consignment, the reduction that fits the last band. */
function withinBands(now: Consignment, gap: PriceGap | undefined) {
  if (!gap || gap.to !== null) return undefined
  if (gap.of === 'each') {
    // All heavier parcels are reduced; the heaviest determines the amount.
    const heaviest = Math.max(...now.parcels.map(({ weight }) => weight))
    const parcels = now.parcels.map((parcel) => ({ ...parcel, weight: Math.min(parcel.weight, gap.from) }))
    return { kind: 'lighter-parcel' as const, by: heaviest - gap.from, changed: { ...now, parcels } }
  }
  const by = gap.quantity - gap.from
  if (gap.byWeight) return { kind: 'lighter' as const, by, changed: lightened(now, by) }
  const left = now.parcels.length - by
  return left > 0
    ? { kind: 'fewer-parcels' as const, by, changed: { ...now, parcels: now.parcels.slice(0, left) } }
    : undefined
}

/** The quantity of a consignment that a candidate's bands do not cover. */
export function gapOf(compiled: CompiledBook, consignment: Consignment, index: number): PriceGap | undefined {
  const pricing = compiled.rulesOn(consignment.despatchDay).pricing[index]
  return pricing && priceGap(pricing, pricedQuantities(compiled, consignment, index))
}

/** The number of parcels that a candidate's carrier can still take on a day. */
function roomOn(compiled: CompiledBook, day: Day, usage: Usage, index: number): number {
  const carrier = compiled.carrierOf[index] ?? 0
  return (compiled.rulesOn(day).slots[carrier] ?? 0) - (usedOn(compiled, usage, day)[carrier] ?? 0)
}

/** Finds a working day of the client; nothing is despatched on other days, whatever their capacity. */
function nextDay({ despatchDay: after, daysOff = [] }: Consignment, isGood: (day: Day) => boolean): Day | undefined {
  for (let days = 1; days <= DAYS_AHEAD; days++) {
    const day = addDays(after, days)
    if (weekday(day) < 5 && !daysOff.includes(day) && isGood(day)) return day
  }
  return undefined
}

/** Reduces a consignment's weight by this many grams, starting with its last parcels. */
function lightened(consignment: Consignment, by: number): Consignment {
  let left = by
  const parcels = consignment.parcels.toReversed().map((parcel) => {
    const less = Math.min(left, parcel.weight)
    left -= less
    return { ...parcel, weight: parcel.weight - less }
  })
  return { ...consignment, parcels: parcels.toReversed() }
}

import { addDays, type Day, weekday } from '../../calendar/day.ts'
import { type PriceGap, priceGap, quantitiesOf } from '../prices/compile-pricing.ts'
import type { DispatchService } from '../dispatch-service.ts'
import { allocate } from './allocate.ts'
import { type CompiledBook, usedOn } from '../rule-book/compile-book.ts'
import { type Consignment, type Parcel, type Usage } from './consignment.ts'
import { BIT } from './constraints.ts'

/**
 * One thing that, had it been so, would have let a candidate be chosen from. Millimetres, cubic centimetres and grams.
 * Some are of the consignment, the others of the rule book.
 */
export type Change =
  | { readonly kind: 'ask-for-service'; readonly service: DispatchService }
  | { readonly kind: 'shorter' | 'smaller' | 'fewer-parcels' | 'lighter-parcel' | 'lighter'; readonly by: number }
  | { readonly kind: 'despatch-on'; readonly day: Day }
  | { readonly kind: 'serve-country'; readonly country: string }
  | { readonly kind: 'serve-region'; readonly region: string | null }
  | { readonly kind: 'activate-carrier' | 'not-held' }
  | { readonly kind: 'active-on' | 'price-on'; readonly day: Day }
  | { readonly kind: 'price-for'; readonly byWeight: boolean; readonly quantity: number }
  | { readonly kind: 'more-capacity'; readonly day: Day; readonly by: number }

/** How far ahead a day is looked for on which a candidate could be chosen. */
export const DAYS_AHEAD = 28

/**
 * The nearest changes that would have made a candidate eligible, all of them together; none where it is eligible. First
 * what the consignment can do (fewer, smaller, lighter, another day), then what the settings would have to say.
 */
export function changesToAdmit(
  compiled: CompiledBook,
  consignment: Consignment,
  usage: Usage,
  index: number,
): Change[] {
  const changes: Change[] = []
  let now = consignment
  // What the rule book is taken to say otherwise.
  let waived = 0
  const failing = (changed: Consignment) =>
    (allocate(compiled, changed, usedOn(compiled, usage, changed.despatchDay)).failing[index] ?? 0) & ~waived
  const method = compiled.methods[index]
  const mask = failing(now)
  if (!method || mask === 0) return []
  const change = (one: Change, changed: Consignment) => {
    changes.push(one)
    now = changed
  }
  const waive = (bit: number, one: Change) => {
    changes.push(one)
    waived |= bit
  }

  if (mask & BIT.fixedRouting) waive(BIT.fixedRouting, { kind: 'not-held' })
  if (mask & BIT.service) {
    const [service] = method.serviceTypes
    if (service) change({ kind: 'ask-for-service', service }, { ...now, service })
    else waive(BIT.service, { kind: 'ask-for-service', service: now.service })
  }
  if (mask & BIT.country) waive(BIT.country, { kind: 'serve-country', country: now.country })
  if (mask & BIT.region) waive(BIT.region, { kind: 'serve-region', region: now.region })
  if (mask & BIT.carrierActive) waive(BIT.carrierActive, { kind: 'activate-carrier' })

  const { limits } = method
  const parcelsAs = (shrink: (parcel: Parcel) => Parcel) => ({ ...now, parcels: now.parcels.map(shrink) })
  const most = (measure: (parcel: Parcel) => number) => Math.max(0, ...now.parcels.map(measure))
  if (mask & BIT.NumberOfParcels) {
    const limit = limits.NumberOfParcels ?? 0
    change({ kind: 'fewer-parcels', by: now.parcels.length - limit }, { ...now, parcels: now.parcels.slice(0, limit) })
  }
  // Fewer parcels may be small and light enough as they are.
  if (failing(now) & BIT.Length) {
    const limit = limits.Length ?? 0
    change(
      { kind: 'shorter', by: most(({ length }) => length) - limit },
      parcelsAs((parcel) => ({ ...parcel, length: Math.min(parcel.length, limit) })),
    )
  }
  if (failing(now) & BIT.Volume) {
    const limit = limits.Volume ?? 0
    change(
      { kind: 'smaller', by: most(({ volume }) => volume) - limit },
      parcelsAs((parcel) => ({ ...parcel, volume: Math.min(parcel.volume, limit) })),
    )
  }
  if (failing(now) & BIT.ParcelWeight) {
    const limit = limits.ParcelWeight ?? 0
    change(
      { kind: 'lighter-parcel', by: most(({ weight }) => weight) - limit },
      parcelsAs((parcel) => ({ ...parcel, weight: Math.min(parcel.weight, limit) })),
    )
  }
  if (failing(now) & BIT.ConsignmentWeight) {
    const by = now.parcels.reduce((sum, { weight }) => sum + weight, 0) - (limits.ConsignmentWeight ?? 0)
    change({ kind: 'lighter', by }, lightened(now, by))
  }

  const left = () => failing(now)
  if (left() & BIT.capacity && !(left() & BIT.activeDates)) {
    const room = roomOn(compiled, now.despatchDay, usage, index)
    if (room > 0)
      change({ kind: 'fewer-parcels', by: now.parcels.length - room }, { ...now, parcels: now.parcels.slice(0, room) })
  }
  if (left() & BIT.price) {
    const less = withinBands(now, gapOf(compiled, now, index))
    if (less && !(failing(less.changed) & BIT.price)) {
      // What has just been asked for is asked for once, and of both.
      const last = changes.at(-1)
      const isSame = last?.kind === less.kind
      if (isSame) changes.pop()
      change({ kind: less.kind, by: less.by + (isSame ? last.by : 0) }, less.changed)
    }
  }
  if (left() & (BIT.capacity | BIT.activeDates)) {
    const day = nextDay(now, (other) => failing({ ...now, despatchDay: other }) === 0)
    if (day) change({ kind: 'despatch-on', day }, { ...now, despatchDay: day })
  }
  if (left() & BIT.activeDates) waive(BIT.activeDates, { kind: 'active-on', day: now.despatchDay })
  if (left() & BIT.capacity) {
    const by = now.parcels.length - roomOn(compiled, now.despatchDay, usage, index)
    waive(BIT.capacity, { kind: 'more-capacity', day: now.despatchDay, by })
  }
  if (left() & BIT.price) {
    const gap = gapOf(compiled, now, index)
    waive(
      BIT.price,
      gap
        ? { kind: 'price-for', byWeight: gap.byWeight, quantity: gap.quantity }
        : { kind: 'price-on', day: now.despatchDay },
    )
  }
  return changes
}

/** Where the bands of a method end below a consignment: as much less of it as the last band holds. */
function withinBands(now: Consignment, gap: PriceGap | undefined) {
  if (!gap || gap.to !== null) return undefined
  const by = gap.quantity - gap.from
  if (gap.byWeight) return { kind: 'lighter' as const, by, changed: lightened(now, by) }
  const left = now.parcels.length - by
  return left > 0
    ? { kind: 'fewer-parcels' as const, by, changed: { ...now, parcels: now.parcels.slice(0, left) } }
    : undefined
}

/** The quantity of a consignment that a candidate has no price for, though it has others. */
export function gapOf(
  compiled: CompiledBook,
  { despatchDay, parcels }: Consignment,
  index: number,
): PriceGap | undefined {
  const pricing = compiled.rulesOn(despatchDay).pricing[index]
  return pricing && priceGap(pricing, quantitiesOf(parcels.map(({ weight }) => weight)))
}

/** Parcels that the carrier of a candidate can still be given on a day. */
function roomOn(compiled: CompiledBook, day: Day, usage: Usage, index: number): number {
  const carrier = compiled.carrierOf[index] ?? 0
  return (compiled.rulesOn(day).slots[carrier] ?? 0) - (usedOn(compiled, usage, day)[carrier] ?? 0)
}

/** A working day of the client: nothing is despatched on the others, whatever their slots say. */
function nextDay({ despatchDay: after, daysOff = [] }: Consignment, isGood: (day: Day) => boolean): Day | undefined {
  for (let days = 1; days <= DAYS_AHEAD; days++) {
    const day = addDays(after, days)
    if (weekday(day) < 5 && !daysOff.includes(day) && isGood(day)) return day
  }
  return undefined
}

/** A consignment that weighs less by so many grams, taken from its last parcels. */
function lightened(consignment: Consignment, by: number): Consignment {
  let left = by
  const parcels = consignment.parcels.toReversed().map((parcel) => {
    const less = Math.min(left, parcel.weight)
    left -= less
    return { ...parcel, weight: parcel.weight - less }
  })
  return { ...consignment, parcels: parcels.toReversed() }
}

import type { Day } from '../../calendar/day.ts'

/** A parcel despatched with a carrier that bills by sales order. */
export type DayParcel = {
  readonly client: string
  readonly trackingNumber: string
  /** The warehouse's name for the service. */
  readonly service: string
  /** In London. */
  readonly day: Day
  readonly country: string
  /** As despatched, otherwise as planned; null if unknown. */
  readonly grams: number | null
}

/** Lines of sales orders that bill items of one day, service, country and price. */
export type ItemGroup = {
  readonly items: number
  /** The average weight of an item in grams; null if the carrier states none. */
  readonly average: number | null
}

/**
 * The maximum number of places tried for a cut between two groups. If more parcels are missing or extra, only every
 * second or tenth place is tried.
 */
const MAX_CUTS = 500

/**
 * Chooses which parcels of a day, service and country the lines of each price bill: as many as there are items, by
 * their total weight. Carriers price by weight, so the lighter price gets the lighter parcels; if more or fewer
 * parcels left than are billed, groups lack parcels or have extra ones where the weights suggest it. Item weights are
 * averages, so no parcel is compared with one. The price itself does not matter. Parcels without a weight are taken
 * last. It is slow for thousands of parcels, so it yields in between.
 *
 * @returns the parcels of each group, lightest first, at most as many as its items
 */
export function* chooseParcels(
  groups: readonly ItemGroup[],
  parcels: readonly DayParcel[],
): Generator<undefined, DayParcel[][]> {
  const chosen: DayParcel[][] = groups.map(() => [])
  const weighed = parcels.filter(({ grams }) => grams !== null).toSorted(byWeight)
  const withAverage = [...groups.entries()].flatMap(([index, { items, average }]) =>
    average === null ? [] : [{ index, items, average }],
  )
  const inOrder = withAverage.toSorted((one, other) => one.average - other.average)
  const ends = yield* cut(inOrder, weighed)
  let from = 0
  for (const [place, { index, items, average }] of inOrder.entries()) {
    const to = ends[place] ?? from
    chosen[index] = yield* nearestTo(weighed.slice(from, to), items, average * items)
    from = to
  }
  const taken = new Set(chosen.flat())
  const rest = new Set(parcels.filter((parcel) => !taken.has(parcel)).toSorted(byNumber))
  function* fill(isWanted: (group: ItemGroup, parcel: DayParcel) => boolean) {
    for (const [index, group] of groups.entries()) {
      const own = chosen[index] ?? []
      for (const parcel of rest) {
        if (own.length >= group.items) break
        if (!isWanted(group, parcel)) continue
        own.push(parcel)
        rest.delete(parcel)
      }
      yield
    }
  }
  // Parcels without a weight probably belong to items without one; a group without a weight finally takes any.
  yield* fill(({ average }, { grams }) => average === null && grams === null)
  yield* fill((_group, { grams }) => grams === null)
  yield* fill(({ average }) => average === null)
  return chosen
}

const gramsOf = ({ grams }: DayParcel) => grams ?? 0
const nameOf = ({ client, trackingNumber }: DayParcel) => `${client} ${trackingNumber}`
const byNumber = (one: DayParcel, other: DayParcel) => (nameOf(one) < nameOf(other) ? -1 : 1)
const byWeight = (one: DayParcel, other: DayParcel) => gramsOf(one) - gramsOf(other) || byNumber(one, other)

type Weighed = { readonly items: number; readonly average: number }
/**
 * A place where the parcels are cut after a group: the smallest total difference of the groups so far, and the cut
 * before.
 */
type Cut = { readonly at: number; readonly off: number; readonly before: Cut | undefined }

/**
 * Cuts the parcels, lightest first, into groups of one price: as many as a group's items, plus or minus the share of
 * extra or missing parcels that brings all groups nearest to their billed weights.
 *
 * @returns the end of each group's parcels; the last group ends with the parcels
 */
function* cut(groups: readonly Weighed[], parcels: readonly DayParcel[]): Generator<undefined, number[]> {
  const grams = parcels.map(gramsOf)
  const sums = [0]
  for (const one of grams) sums.push((sums.at(-1) ?? 0) + one)
  const more = parcels.length - groups.reduce((sum, { items }) => sum + items, 0)
  let cuts: Cut[] = [{ at: 0, off: 0, before: undefined }]
  let items = 0
  for (const [index, group] of groups.entries()) {
    items += group.items
    const isLast = index === groups.length - 1
    const next: Cut[] = []
    for (const at of isLast ? [parcels.length] : placesOf({ items, more, parcels: parcels.length })) {
      let best: Cut | undefined
      for (const before of cuts) {
        const extra = at - before.at - group.items
        if (at < before.at || extra * more < 0) continue
        const run = { ...group, extra, grams: (sums[at] ?? 0) - (sums[before.at] ?? 0) }
        const isEmpty = at === before.at
        const ends = { lightest: isEmpty ? 0 : (grams[before.at] ?? 0), heaviest: isEmpty ? 0 : (grams[at - 1] ?? 0) }
        const off = before.off + offBy({ ...run, ...ends })
        if (!best || off < best.off) best = { at, off, before }
      }
      if (best) next.push(best)
      yield
    }
    cuts = next
  }
  const ends: number[] = []
  for (let last = cuts.at(-1); last?.before; last = last.before) ends.unshift(last.at)
  return ends
}

/**
 * The possible cuts after a number of items: from none of the missing or extra parcels before the cut, to all of them.
 * The two ends can always be reached, by cutting every group there.
 */
function placesOf({ items, more, parcels }: { items: number; more: number; parcels: number }): number[] {
  const within = (place: number) => Math.min(parcels, Math.max(0, place))
  const [near, far] = [within(items), within(items + more)]
  const step = Math.sign(far - near) * Math.max(1, Math.ceil(Math.abs(far - near) / MAX_CUTS))
  const between = near === far ? 0 : Math.ceil((far - near) / step)
  return [...Array.from({ length: between }, (_, place) => near + place * step), far]
}

type Run = Weighed & { extra: number; grams: number; lightest: number; heaviest: number }

/** A difference of averages counts less than one of sums. */
const OF_AVERAGE = 0.001

/**
 * The difference in grams between parcels and a group's billed weight: what extra parcels, or extra items, would have
 * to weigh, less what parcels of this price do weigh.
 */
function offBy({ items, average, extra, grams, lightest, heaviest }: Run): number {
  const beyond = grams - average * items
  const [least, most] = [extra * lightest, extra * heaviest].toSorted((one, other) => one - other)
  const ofSum = Math.max(0, (least ?? 0) - beyond, beyond - (most ?? 0))
  return ofSum + OF_AVERAGE * Math.abs(grams - average * (items + extra))
}

/** So many parcels, leaving out those that bring the others nearest to the total weight. */
function* nearestTo(parcels: readonly DayParcel[], items: number, grams: number): Generator<undefined, DayParcel[]> {
  const left = [...parcels]
  let surplus = left.reduce((sum, parcel) => sum + gramsOf(parcel), 0) - grams
  while (left.length > items) {
    const wanted = surplus / (left.length - items)
    const off = (parcel: DayParcel) => Math.abs(gramsOf(parcel) - wanted)
    const gone = left.reduce((best, parcel) => (off(parcel) <= off(best) ? parcel : best))
    surplus -= gramsOf(gone)
    left.splice(left.indexOf(gone), 1)
    yield
  }
  return left
}

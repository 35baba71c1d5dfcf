import type { Day } from '../../calendar/day.ts'

/** A parcel that left with a carrier which bills by sales order. */
export type DayParcel = {
  readonly client: string
  readonly trackingNumber: string
  /** The service as the warehouse calls it. */
  readonly service: string
  /** In London. */
  readonly day: Day
  readonly country: string
  /** As despatched, else as planned; null where nobody knows. */
  readonly grams: number | null
}

/** Lines of sales orders that bill items of one day, service, country and price. */
export type ItemGroup = {
  readonly items: number
  /** What one item weighs on average, in grams; null where the carrier does not say. */
  readonly average: number | null
}

/**
 * At so many places between two groups the parcels are cut at most. Where more parcels are missing or too many than that, only
 * every second or tenth of these places is tried.
 */
const MAX_CUTS = 500

/**
 * Chooses which parcels of a day, service and country the lines of each price bill: as many as there are items, by what they
 * weigh together. The lighter price has the lighter parcels, for carriers price by weight; where more or fewer left than are
 * billed, the groups miss some or have too many where their weights say so. Weights of items are averages, so no parcel is
 * held against one. The price itself chooses nothing. Parcels that nobody weighed are taken last. Of thousands of parcels it is
 * long work, so it is done in parts.
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
  // What nobody weighed is most likely what the carrier has no weight of; a group without one takes any in the end.
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
/** A place where the parcels are cut behind a group: how far the groups up to there are off at least, and the cut before it. */
type Cut = { readonly at: number; readonly off: number; readonly before: Cut | undefined }

/**
 * Cuts the parcels, lightest first, into those that have the price of each group: as many as its items, and of what left beside
 * them, or did not leave, a share that brings the weights of all groups nearest to what is billed.
 *
 * @returns where the parcels of each group end; the last ones end with the parcels
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
 * Where parcels may be cut behind so many items, from where nothing before is missing or too much to where all of it is. These two
 * can always be reached, by cutting all groups so.
 */
function placesOf({ items, more, parcels }: { items: number; more: number; parcels: number }): number[] {
  const within = (place: number) => Math.min(parcels, Math.max(0, place))
  const [near, far] = [within(items), within(items + more)]
  const step = Math.sign(far - near) * Math.max(1, Math.ceil(Math.abs(far - near) / MAX_CUTS))
  const between = near === far ? 0 : Math.ceil((far - near) / step)
  return [...Array.from({ length: between }, (_, place) => near + place * step), far]
}

type Run = Weighed & { extra: number; grams: number; lightest: number; heaviest: number }

/** A difference of averages tells less than one of sums. */
const OF_AVERAGE = 0.001

/**
 * By how many grams parcels are off what a group bills: what those beyond it, or those that it bills beyond them, would have
 * to weigh, less what parcels of its price do weigh.
 */
function offBy({ items, average, extra, grams, lightest, heaviest }: Run): number {
  const beyond = grams - average * items
  const [least, most] = [extra * lightest, extra * heaviest].toSorted((one, other) => one - other)
  const ofSum = Math.max(0, (least ?? 0) - beyond, beyond - (most ?? 0))
  return ofSum + OF_AVERAGE * Math.abs(grams - average * (items + extra))
}

/** So many parcels, without those that bring the weight of the others nearest to what it should be. */
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

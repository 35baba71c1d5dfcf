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

/** So many ways to divide what is missing or too much are tried for each group; of more only every second or tenth one. */
const MAX_WAYS = 500

/**
 * Chooses which parcels of a day, service and country the lines of each price bill: as many as there are items, by what they
 * weigh together. The lighter price has the lighter parcels, for carriers price by weight; where more or fewer left than are
 * billed, the groups miss some or have too many where their weights say so. Weights of items are averages, so no parcel is
 * held against one. The price itself chooses nothing. Parcels that nobody weighed are taken last.
 *
 * @returns the parcels of each group, lightest first, at most as many as its items
 */
export function chooseParcels(groups: readonly ItemGroup[], parcels: readonly DayParcel[]): DayParcel[][] {
  const chosen: DayParcel[][] = groups.map(() => [])
  const weighed = parcels.filter(({ grams }) => grams !== null).toSorted(byWeight)
  const withAverage = [...groups.keys()].filter((index) => groups[index]?.average !== null)
  const inOrder = withAverage.toSorted((one, other) => (groups[one]?.average ?? 0) - (groups[other]?.average ?? 0))
  const taken = new Set<DayParcel>()
  let from = 0
  for (const [place, count] of sizesOf(
    inOrder.map((index) => groups[index] ?? NONE),
    weighed,
  ).entries()) {
    const index = inOrder[place] ?? 0
    const { items, average } = groups[index] ?? NONE
    const run = nearestTo(weighed.slice(from, from + count), items, (average ?? 0) * items)
    from += count
    chosen[index] = run
    for (const parcel of run) taken.add(parcel)
  }
  const rest = parcels.filter((parcel) => !taken.has(parcel)).toSorted(byNumber)
  const fill = (isWanted: (group: ItemGroup, parcel: DayParcel) => boolean) => {
    for (const [index, group] of groups.entries()) {
      const own = chosen[index] ?? []
      for (const parcel of rest.filter((one) => isWanted(group, one)).slice(0, group.items - own.length)) {
        own.push(parcel)
        rest.splice(rest.indexOf(parcel), 1)
      }
    }
  }
  // What nobody weighed is most likely what the carrier has no weight of; a group without one takes any in the end.
  fill(({ average }, { grams }) => average === null && grams === null)
  fill((_group, { grams }) => grams === null)
  fill(({ average }) => average === null)
  return chosen
}

const NONE: ItemGroup = { items: 0, average: null }
const gramsOf = ({ grams }: DayParcel) => grams ?? 0
const nameOf = ({ client, trackingNumber }: DayParcel) => `${client} ${trackingNumber}`
const byNumber = (one: DayParcel, other: DayParcel) => (nameOf(one) < nameOf(other) ? -1 : 1)
const byWeight = (one: DayParcel, other: DayParcel) => gramsOf(one) - gramsOf(other) || byNumber(one, other)

/**
 * How many of the parcels, lightest first, have the price of each group: as many as its items, and of what left beside them,
 * or did not leave, a share that brings the weights of all groups nearest to what is billed.
 */
function sizesOf(groups: readonly ItemGroup[], parcels: readonly DayParcel[]): number[] {
  const more = parcels.length - groups.reduce((sum, { items }) => sum + items, 0)
  const step = Math.sign(more) * Math.max(1, Math.ceil(Math.abs(more) / MAX_WAYS))
  const ways = more === 0 ? [0] : [...Array.from({ length: Math.ceil(more / step) }, (_, way) => way * step), more]
  const before = [0]
  for (const parcel of parcels) before.push((before.at(-1) ?? 0) + gramsOf(parcel))
  /** By what was given to the groups so far: by how much they are off at least, and what each has. */
  let best = new Map<number, { off: number; sizes: readonly number[] }>([[0, { off: 0, sizes: [] }]])
  let items = 0
  for (const group of groups) {
    const next: typeof best = new Map()
    for (const [given, { off, sizes }] of best)
      for (const all of ways) {
        const extra = all - given
        const from = items + given
        const to = from + group.items + extra
        if (extra * Math.sign(more) < 0 || to < from) continue
        const [lightest = 0, heaviest = 0] =
          to === from ? [] : [parcels[from], parcels[to - 1]].map((one) => (one ? gramsOf(one) : 0))
        const grams = (before[to] ?? 0) - (before[from] ?? 0)
        const total = off + offBy({ ...group, extra, grams, lightest, heaviest })
        if (total < (next.get(all)?.off ?? Number.POSITIVE_INFINITY))
          next.set(all, { off: total, sizes: [...sizes, to - from] })
      }
    best = next
    items += group.items
  }
  return [...(best.get(more)?.sizes ?? [])]
}

type Run = ItemGroup & { extra: number; grams: number; lightest: number; heaviest: number }

/** A difference of averages tells less than one of sums. */
const OF_AVERAGE = 0.001

/**
 * By how many grams parcels are off what a group bills: what those beyond it, or those that it bills beyond them, would have
 * to weigh, less what parcels of its price do weigh.
 */
function offBy({ items, average, extra, grams, lightest, heaviest }: Run): number {
  const beyond = grams - (average ?? 0) * items
  const [least, most] = [extra * lightest, extra * heaviest].toSorted((one, other) => one - other)
  const ofSum = Math.max(0, (least ?? 0) - beyond, beyond - (most ?? 0))
  return ofSum + OF_AVERAGE * Math.abs(grams - (average ?? 0) * (items + extra))
}

/** So many parcels, without those that bring the weight of the others nearest to what it should be. */
function nearestTo(parcels: readonly DayParcel[], items: number, grams: number): DayParcel[] {
  const left = [...parcels]
  let surplus = left.reduce((sum, parcel) => sum + gramsOf(parcel), 0) - grams
  while (left.length > items) {
    const wanted = surplus / (left.length - items)
    const off = (parcel: DayParcel) => Math.abs(gramsOf(parcel) - wanted)
    const gone = left.reduce((best, parcel) => (off(parcel) <= off(best) ? parcel : best))
    surplus -= gramsOf(gone)
    left.splice(left.indexOf(gone), 1)
  }
  return left
}

import type { FeedRefusal, FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'

/** The counts of a run as they grow. */
export type Tally = Pick<FeedSummary, 'read' | 'created' | 'unchanged' | 'leftOut' | 'refused'> & {
  leftOutByReason: Map<string, number>
  refusedByReason: Map<string, number>
  noted: Map<string, number>
}
export type OrdersTally = Tally & Pick<FeedSummary, 'ordersCreated' | 'skusCreated'>
export type RowsTally = Tally & Pick<RowFeedSummary, 'changed'>

function newTally(): Tally {
  return {
    read: 0,
    created: 0,
    unchanged: 0,
    leftOut: 0,
    refused: 0,
    leftOutByReason: new Map(),
    refusedByReason: new Map(),
    noted: new Map(),
  }
}

export function newOrdersTally(): OrdersTally {
  return { ...newTally(), ordersCreated: 0, skusCreated: 0 }
}

export function newRowsTally(): RowsTally {
  return { ...newTally(), changed: 0 }
}

/** Counts rows left out; reasons are those of the mapping, so there are few. */
export function countLeftOut(tally: Tally, reasons: ReadonlyMap<string, number>): void {
  for (const [reason, count] of reasons) {
    tally.leftOut += count
    addTo(tally.leftOutByReason, reason, count)
  }
}

export function countRefused(tally: Tally, refused: readonly FeedRefusal[]): void {
  tally.refused += refused.length
  for (const { reason } of refused) addTo(tally.refusedByReason, reason, 1)
}

/** What is noted by name (a carrier's code) could be another in every row of a file whose columns are mixed up. */
const MOST_NOTED = 200
const OTHERS = 'Others, not listed'

export function countNoted(tally: Tally, noted: ReadonlyMap<string, number>): void {
  for (const [words, count] of noted) {
    const isListed = tally.noted.has(words) || tally.noted.size < MOST_NOTED
    addTo(tally.noted, isListed ? words : OTHERS, count)
  }
}

/** Notes the columns that nobody looks at, with how many rows have them: one that is misspelt would be missed by nobody. */
export function countUnread(tally: Tally, unread: readonly string[]): void {
  countNoted(
    tally,
    new Map(unread.map((column) => [`Column that is not looked at: ${column.slice(0, 100)}`, tally.read])),
  )
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

/** The summary as it is told, the most frequent reasons first. */
export function ordersSummary(tally: OrdersTally): FeedSummary {
  return { ...tally, ...reasonsOf(tally) }
}

export function rowsSummary(tally: RowsTally): RowFeedSummary {
  return { ...tally, ...reasonsOf(tally) }
}

function reasonsOf({ leftOutByReason, refusedByReason, noted }: Tally) {
  return {
    leftOutByReason: mostFirst(leftOutByReason),
    refusedByReason: mostFirst(refusedByReason),
    noted: mostFirst(noted),
  }
}

function mostFirst(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one))
}

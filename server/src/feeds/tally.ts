import type { FeedRefusal, FeedSummary } from '@despatch/contract/feeds/feeds'

/** The counts of a run as they grow. */
export type Tally = Omit<FeedSummary, 'leftOutByReason' | 'refusedByReason'> & {
  leftOutByReason: Map<string, number>
  refusedByReason: Map<string, number>
}

export function newTally(): Tally {
  return {
    read: 0,
    created: 0,
    unchanged: 0,
    leftOut: 0,
    refused: 0,
    ordersCreated: 0,
    skusCreated: 0,
    leftOutByReason: new Map(),
    refusedByReason: new Map(),
  }
}

/** Counts rows left out; reasons are those of the mapping, so there are few. */
export function countLeftOut(tally: Tally, reasons: ReadonlyMap<string, number>): void {
  for (const [reason, count] of reasons) {
    tally.leftOut += count
    tally.leftOutByReason.set(reason, (tally.leftOutByReason.get(reason) ?? 0) + count)
  }
}

export function countRefused(tally: Tally, refused: readonly FeedRefusal[]): void {
  tally.refused += refused.length
  for (const { reason } of refused) tally.refusedByReason.set(reason, (tally.refusedByReason.get(reason) ?? 0) + 1)
}

/** The summary as it is told, the most frequent reasons first. */
export function summaryOf(tally: Tally): FeedSummary {
  return {
    ...tally,
    leftOutByReason: mostFirst(tally.leftOutByReason),
    refusedByReason: mostFirst(tally.refusedByReason),
  }
}

function mostFirst(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one))
}

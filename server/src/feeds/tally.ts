import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'
import type { OpenFile } from './open-file.ts'
import { MAX_LISTED, type Refusals } from './rows/refusals.ts'

/** The counts of a run as they grow. */
export type Tally = Pick<FeedSummary, 'read' | 'created' | 'unchanged' | 'leftOut' | 'refused'> & {
  leftOutByReason: Map<string, number>
  refusedByReason: Map<string, number>
  noted: Map<string, number>
}
export type OrdersTally = Tally & Pick<FeedSummary, 'ordersCreated' | 'skusCreated'>
export type RowsTally = Tally & Pick<RowFeedSummary, 'changed'>

/** Distinct notes and reasons listed. A file with mixed-up columns could have a new one in each row. */
const MAX_NOTED = 200
const OTHERS = 'Others, not listed'

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

/** Counts rows left out. The mapping gives the reasons, so there are few. */
export function countLeftOut(tally: Tally, reasons: ReadonlyMap<string, number>): void {
  for (const [reason, count] of reasons) {
    tally.leftOut += count
    addTo(tally.leftOutByReason, reason, count)
  }
}

/** Counts refused rows. `refused` has one entry for each fault, so a row may have several. */
export function countRefused(tally: Tally, refused: readonly FeedRefusal[]): void {
  tally.refused += new Set(refused.map(({ line }) => line)).size
  countReasons(tally, refused)
}

/** Counts the faults of rows; a row may have several. */
export function countReasons(tally: Tally, refused: readonly FeedRefusal[]): void {
  for (const { reason } of refused) {
    const isListed = tally.refusedByReason.has(reason) || tally.refusedByReason.size < MAX_NOTED
    addTo(tally.refusedByReason, isListed ? reason : OTHERS, 1)
  }
}

export function countNoted(tally: Tally, noted: ReadonlyMap<string, number>): void {
  for (const [words, count] of noted) {
    const isListed = tally.noted.has(words) || tally.noted.size < MAX_NOTED
    addTo(tally.noted, isListed ? words : OTHERS, count)
  }
}

/**
 * Notes what no count shows: blank lines, a missing decisive column, unread columns (which may be misspelt), and
 * refused rows beyond the listed ones.
 */
export function noteSkipped(
  tally: Tally,
  { unread, undecided, counts }: Pick<OpenFile, 'unread' | 'undecided' | 'counts'>,
  refusals: Pick<Refusals, 'unlisted'>,
): void {
  const columns = unread.map((column) => [`Ignored column: ${column.slice(0, 100)}`, tally.read] as const)
  const decision = undecided === undefined ? [] : [[undecided, tally.read] as const]
  const lines = [
    ['Blank lines, skipped', counts.blankLines],
    [`The file is not UTF-8. It was read as ${counts.assumed}`, counts.assumed === undefined ? 0 : 1],
    [`More rejected rows than listed. The first ${MAX_LISTED.toLocaleString('en-GB')} are listed`, refusals.unlisted()],
  ] as const
  countNoted(tally, new Map([...columns, ...decision, ...lines.filter(([, count]) => count > 0)]))
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

/** The summary, most frequent reasons first. */
export function ordersSummary(tally: OrdersTally): FeedSummary {
  return { ...tally, ...reasonsOf(tally) }
}

export function rowsSummary(tally: RowsTally): RowFeedSummary {
  return { ...tally, ...reasonsOf(tally) }
}

function reasonsOf({ leftOutByReason, refusedByReason, noted }: Tally) {
  return {
    leftOutByReason: mostFrequentFirst(leftOutByReason),
    refusedByReason: mostFrequentFirst(refusedByReason),
    noted: mostFrequentFirst(noted),
  }
}

function mostFrequentFirst(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one))
}

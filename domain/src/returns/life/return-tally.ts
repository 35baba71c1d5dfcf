import { moveIntoStock, type StockedState } from './move-into-stock.ts'
import type { LifeState } from './return-state.ts'

/** An event of one SKU of a return, reported by the warehouse's feed or by staff in the portal. */
export type ReportedEvent = {
  /** Unique among the events of its return. */
  readonly key: string
  readonly state: LifeState
  readonly quantity: number
  readonly source: 'portal' | 'feed'
  /** When it happened. Of two events at one moment, the one reported later counts as later. */
  readonly at: Date
  /** Whether only its day is known. */
  readonly isUncertain: boolean
  /** The condition that the warehouse reports, and the allocation code that it stands for. */
  readonly condition: string
  readonly code: string | undefined
}

/** All reports about one SKU of a return. */
export type ReturnTally = {
  /** Pieces announced in the portal; null if only the feed knows the return. */
  readonly announced: number | null
  /** Pieces that reached each state; both stock states are counted together. */
  readonly counted: Map<CountedState, number>
  /** Sum of the feed's rows, by state. */
  readonly reportedByFeed: Map<LifeState, number>
  /** The largest quantity of goods in one feed row. */
  largest: number
  /** Stock events, in the order in which they were reported. */
  readonly stocked: ReportedEvent[]
  /** Events of receipt and inspection. */
  readonly arrived: ReportedEvent[]
}
type CountedState = Exclude<LifeState, StockedState> | 'stocked'

/** States before goods are put into stock, the furthest first. */
export const STATES_ON_THE_WAY = ['inspected', 'received', 'in_transit'] as const
type StateOnTheWay = (typeof STATES_ON_THE_WAY)[number]

export const newTally = (announced: number | null = null): ReturnTally => ({
  announced,
  counted: new Map(),
  reportedByFeed: new Map(),
  largest: 0,
  stocked: [],
  arrived: [],
})

const isStocked = (state: LifeState): state is StockedState => state === 'restocked' || state === 'quarantined'
const isOfMoney = (state: LifeState) => state === 'refunded' || state === 'rejected'

/**
 * Adds an event that was recorded earlier. `growth` is the result of {@link addEvent} at that time; null: all of its
 * pieces.
 */
export function addRecordedEvent(tally: ReturnTally, event: ReportedEvent, growth: number | null): void {
  recordReport(tally, event)
  count(tally, event.state, growth ?? event.quantity)
}

/**
 * Adds a new event.
 * A feed row about an announced return repeats what staff or earlier rows reported, as soon as the return has no other
 * pieces that it could mean: then nothing grows. One row with more pieces than were announced adds the difference.
 * Stock events are replayed by their moments, so a late row can show that a piece had only moved within stock: then the
 * growth is negative.
 *
 * @param atMost upper bound of the growth
 * @returns by how many pieces the event's state grew
 */
export function addEvent(tally: ReturnTally, event: ReportedEvent, atMost = Number.POSITIVE_INFINITY): number {
  recordReport(tally, event)
  const growth = Math.min(atMost, growthOf(tally, event))
  count(tally, event.state, growth)
  return growth
}

function growthOf(tally: ReturnTally, { state, quantity, source }: ReportedEvent): number {
  if (source === 'portal') return quantity
  if (!isStocked(state)) return Math.max(0, reportedPiecesOf(tally, state) - (tally.counted.get(state) ?? 0))
  const { restocked, quarantined } = stockedPieces(tally)
  return restocked + quarantined - (tally.counted.get('stocked') ?? 0)
}

function recordReport(tally: ReturnTally, event: ReportedEvent): void {
  const { state, quantity, source } = event
  if (isStocked(state)) tally.stocked.push(event)
  if (state === 'received' || state === 'inspected') tally.arrived.push(event)
  if (source === 'portal') return
  tally.reportedByFeed.set(state, (tally.reportedByFeed.get(state) ?? 0) + quantity)
  if (!isOfMoney(state)) tally.largest = Math.max(tally.largest, quantity)
}

function count({ counted }: ReturnTally, state: LifeState, growth: number): void {
  const as = isStocked(state) ? 'stocked' : state
  counted.set(as, (counted.get(as) ?? 0) + growth)
}

const sumOf = ({ counted }: ReturnTally, states: readonly CountedState[]) =>
  states.reduce((sum, state) => sum + (counted.get(state) ?? 0), 0)

/** The most pieces that can come back: as many as were announced, unless one feed row has more. */
const mostOf = ({ announced, largest }: ReturnTally): number =>
  announced === null ? Number.POSITIVE_INFINITY : Math.max(announced, largest)

/** Pieces that the feed reports in a state, capped at what the return can have. */
const reportedPiecesOf = (tally: ReturnTally, state: LifeState): number =>
  Math.min(tally.reportedByFeed.get(state) ?? 0, mostOf(tally))

/** Pieces that reached a state before stock, by the reports of that state itself. */
export const piecesOnTheWay = (tally: ReturnTally, state: StateOnTheWay): number =>
  Math.max(tally.counted.get(state) ?? 0, reportedPiecesOf(tally, state))

/** Pieces of a return before stock events: the most of the announced pieces and the counts of each earlier state. */
function wholeOf({ announced, counted, largest }: ReturnTally): number {
  const came = (['announced', ...STATES_ON_THE_WAY] as const).map((state) => counted.get(state) ?? 0)
  return Math.max(announced === null ? 0 : Math.max(announced, largest), ...came)
}

/**
 * Returns a function that gives how many pieces can have entered stock by a moment, ignoring moves within stock: the
 * pieces reported as arrived by then, or, if nobody reports arrivals, all that are expected.
 * Staff report an arrival after the fact, so their reports count from the start. Moments must be passed in ascending
 * order.
 */
function piecesToStock(tally: ReturnTally): (moment: Date) => number {
  const { arrived, announced } = tally
  if (arrived.length === 0) {
    const coming =
      announced === null
        ? Math.max(sumOf(tally, ['announced']), sumOf(tally, ['in_transit']))
        : announced - sumOf(tally, ['withdrawn', 'refused', 'kept', 'expired'])
    return () => coming
  }
  const came = new Map<string, number>()
  const add = ({ source, state, quantity }: ReportedEvent) => {
    const name = `${source} ${state}`
    came.set(name, (came.get(name) ?? 0) + quantity)
  }
  const waiting = arrived.filter(({ source }) => source === 'feed').toSorted(byMoment)
  for (const event of arrived) if (event.source === 'portal') add(event)
  const most = mostOf(tally)
  let next = 0
  return (moment) => {
    for (let event = waiting[next]; event && event.at <= moment; event = waiting[++next]) add(event)
    return Math.min(most, Math.max(0, ...came.values()))
  }
}

const byMoment = (one: ReportedEvent, other: ReportedEvent) => one.at.getTime() - other.at.getTime()

export const piecesOfTally = (tally: ReturnTally): number =>
  Math.max(wholeOf(tally), ...(['stocked', 'refunded', 'rejected'] as const).map((as) => tally.counted.get(as) ?? 0))

/** How many more pieces of a state a return can take before a row exceeds it. */
export function remainingPieces(tally: ReturnTally, state: LifeState): number {
  const stock = isStocked(state) ? stockedPieces(tally)[state] : (tally.reportedByFeed.get(state) ?? 0)
  return Math.max(0, piecesOfTally(tally) - stock)
}

/** Pieces in stock by state, and how many pieces each event added to an allocation code (negative: took from it). */
export type StockedPieces = Readonly<Record<StockedState, number>> & {
  readonly moves: readonly { readonly of: ReportedEvent; readonly code: string; readonly pieces: number }[]
}

/**
 * Replays the stock events of a return in order of their moments, whatever the order of the reports. Each event first
 * takes pieces that are not in stock yet, then moves pieces from the other stock state; the rest counts as more pieces,
 * up to what the return can have.
 */
export function stockedPieces(tally: ReturnTally): StockedPieces {
  const [most, toStock] = [mostOf(tally), piecesToStock(tally)]
  const stock = { restocked: 0, quarantined: 0 }
  const codes = new Map<string, number>()
  const moves: { of: ReportedEvent; code: string; pieces: number }[] = []
  for (const event of tally.stocked.toSorted(byMoment)) {
    const { state, quantity, code: namedCode } = event
    if (!isStocked(state)) continue
    const other = state === 'restocked' ? 'quarantined' : 'restocked'
    const before = stock.restocked + stock.quarantined
    const fresh = Math.min(quantity, Math.max(0, toStock(event.at) - before))
    const moved = Math.min(quantity - fresh, stock[other])
    const more = Math.min(quantity - fresh - moved, Math.max(0, most - before - fresh))
    stock[state] += fresh + moved + more
    stock[other] -= moved
    for (const { code, pieces } of moveIntoStock(codes, { state, namedCode, quantity, whole: before + fresh + more })) {
      codes.set(code, (codes.get(code) ?? 0) + pieces)
      moves.push({ of: event, code, pieces })
    }
  }
  return { ...stock, moves }
}

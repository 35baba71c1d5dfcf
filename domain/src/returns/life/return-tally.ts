import { intoStock, type StockedState } from './into-stock.ts'
import type { LifeState } from './return-state.ts'

/** What the warehouse, by its feed, or staff, in the portal, said of pieces of one SKU of a return. */
export type SaidEvent = {
  /** Tells it from the other events of its return. */
  readonly key: string
  readonly state: LifeState
  readonly quantity: number
  readonly source: 'portal' | 'feed'
  /** When it happened. Of two events of one moment, the later said is the later. */
  readonly at: Date
  /** Whether only its day was said. */
  readonly isUncertain: boolean
  /** What the warehouse says of it, and the allocation code that this names. */
  readonly condition: string
  readonly code: string | undefined
}

/** All that was said of one SKU of a return. */
export type ReturnTally = {
  /** Pieces that were announced in the portal; null where the return is known by the feed alone. */
  readonly announced: number | null
  /** Pieces that came to each state; those of both states of stock are counted together. */
  readonly counted: Map<CountedState, number>
  /** What the feed's rows of each state add up to. */
  readonly saidByFeed: Map<LifeState, number>
  /** The most goods that one row of the feed names. */
  largest: number
  /** What was put into stock, in the order in which it was said. */
  readonly stocked: SaidEvent[]
  /** What was received or inspected. */
  readonly arrived: SaidEvent[]
}
type CountedState = Exclude<LifeState, StockedState> | 'stocked'

/** States that goods pass before they are put into stock, the furthest first. */
export const STATES_ON_THE_WAY = ['inspected', 'received', 'in_transit'] as const
type StateOnTheWay = (typeof STATES_ON_THE_WAY)[number]

export const newTally = (announced: number | null = null): ReturnTally => ({
  announced,
  counted: new Map(),
  saidByFeed: new Map(),
  largest: 0,
  stocked: [],
  arrived: [],
})

const isStocked = (state: LifeState): state is StockedState => state === 'restocked' || state === 'quarantined'
const isOfMoney = (state: LifeState) => state === 'refunded' || state === 'rejected'

/**
 * Adds an event that was taken before. `growth` is what {@link addEvent} gave then; null: all of its pieces.
 */
export function addKnownEvent(tally: ReturnTally, event: SaidEvent, growth: number | null): void {
  noteSaid(tally, event)
  count(tally, event.state, growth ?? event.quantity)
}

/**
 * Adds an event, and gives by how many pieces its state grew. What the feed says of an announced return repeats what staff or
 * earlier rows said, once the return has no other pieces that it could mean: then nothing grows. A single row of more pieces
 * than were announced brings more. What was put into stock is judged by its moments, so that a late row may show that a piece
 * which was taken for another had only moved: then the growth is below 0. `atMost` bounds what grows.
 */
export function addEvent(tally: ReturnTally, event: SaidEvent, atMost = Number.POSITIVE_INFINITY): number {
  noteSaid(tally, event)
  const growth = Math.min(atMost, growthOf(tally, event))
  count(tally, event.state, growth)
  return growth
}

function growthOf(tally: ReturnTally, { state, quantity, source }: SaidEvent): number {
  if (source === 'portal') return quantity
  if (!isStocked(state)) return Math.max(0, saidPieces(tally, state) - (tally.counted.get(state) ?? 0))
  const { restocked, quarantined } = stockedPieces(tally)
  return restocked + quarantined - (tally.counted.get('stocked') ?? 0)
}

function noteSaid(tally: ReturnTally, event: SaidEvent): void {
  const { state, quantity, source } = event
  if (isStocked(state)) tally.stocked.push(event)
  if (state === 'received' || state === 'inspected') tally.arrived.push(event)
  if (source === 'portal') return
  tally.saidByFeed.set(state, (tally.saidByFeed.get(state) ?? 0) + quantity)
  if (!isOfMoney(state)) tally.largest = Math.max(tally.largest, quantity)
}

function count({ counted }: ReturnTally, state: LifeState, growth: number): void {
  const as = isStocked(state) ? 'stocked' : state
  counted.set(as, (counted.get(as) ?? 0) + growth)
}

const sumOf = ({ counted }: ReturnTally, states: readonly CountedState[]) =>
  states.reduce((sum, state) => sum + (counted.get(state) ?? 0), 0)

/** The most pieces that may come back of a return, whatever they were thought to have ended as: as many as were announced, unless a row says more at once. */
const mostOf = ({ announced, largest }: ReturnTally): number =>
  announced === null ? Number.POSITIVE_INFINITY : Math.max(announced, largest)

/** Pieces of a state by what the feed says, as far as the return has them. */
const saidPieces = (tally: ReturnTally, state: LifeState): number =>
  Math.min(tally.saidByFeed.get(state) ?? 0, mostOf(tally))

/** Pieces that came to a state on the way, as far as that state's own events say. */
export const piecesOnTheWay = (tally: ReturnTally, state: StateOnTheWay): number =>
  Math.max(tally.counted.get(state) ?? 0, saidPieces(tally, state))

/** The pieces of a return before any is put into stock: as many as were announced, or came to the state that most of them did. */
function wholeOf({ announced, counted, largest }: ReturnTally): number {
  const came = (['announced', ...STATES_ON_THE_WAY] as const).map((state) => counted.get(state) ?? 0)
  return Math.max(announced === null ? 0 : Math.max(announced, largest), ...came)
}

/**
 * Tells how many pieces can have been put into stock by a moment before any is known to have moved there: those that had come by
 * then, where anyone says what came, else all that may come. Staff say what came when they hear of it, so that it counts from
 * the start. It is asked for one moment after the other.
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
  const add = ({ source, state, quantity }: SaidEvent) => {
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

const byMoment = (one: SaidEvent, other: SaidEvent) => one.at.getTime() - other.at.getTime()

/** All pieces of a return. */
export const piecesOfTally = (tally: ReturnTally): number =>
  Math.max(wholeOf(tally), ...(['stocked', 'refunded', 'rejected'] as const).map((as) => tally.counted.get(as) ?? 0))

/** Pieces that a row of a state may be of, before it is of more than the return has. */
export function roomFor(tally: ReturnTally, state: LifeState): number {
  const there = isStocked(state) ? stockedPieces(tally)[state] : (tally.saidByFeed.get(state) ?? 0)
  return Math.max(0, piecesOfTally(tally) - there)
}

/** Where pieces lie in stock, and how many pieces each event brought under an allocation code or, below 0, took from it. */
export type StockedPieces = Readonly<Record<StockedState, number>> & {
  readonly moves: readonly { readonly of: SaidEvent; readonly code: string; readonly pieces: number }[]
}

/**
 * Works out where the pieces of a return lie in stock, by the moments of their events, in whatever order these were said:
 * first come pieces that lie nowhere yet, then those of the other state move. What is left then is more pieces, as far as more
 * may come.
 */
export function stockedPieces(tally: ReturnTally): StockedPieces {
  const [most, toStock] = [mostOf(tally), piecesToStock(tally)]
  const there = { restocked: 0, quarantined: 0 }
  const codes = new Map<string, number>()
  const moves: { of: SaidEvent; code: string; pieces: number }[] = []
  for (const event of tally.stocked.toSorted(byMoment)) {
    const { state, quantity, code: told } = event
    if (!isStocked(state)) continue
    const other = state === 'restocked' ? 'quarantined' : 'restocked'
    const before = there.restocked + there.quarantined
    const fresh = Math.min(quantity, Math.max(0, toStock(event.at) - before))
    const moved = Math.min(quantity - fresh, there[other])
    const more = Math.min(quantity - fresh - moved, Math.max(0, most - before - fresh))
    there[state] += fresh + moved + more
    there[other] -= moved
    for (const { code, pieces } of intoStock(codes, { state, told, quantity, whole: before + fresh + more })) {
      codes.set(code, (codes.get(code) ?? 0) + pieces)
      moves.push({ of: event, code, pieces })
    }
  }
  return { ...there, moves }
}

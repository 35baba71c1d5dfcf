import { leftFor, type Order, promisedOf, sentByLine } from './order-model.ts'
import type { GoodsState, Sku } from './step.ts'

/**
 * An independent model: every piece is in one place. It follows from the steps alone, uses no code of the product, and
 * is compared with the product.
 */
export type Model = {
  /** Minute of the last event; no two events share a minute. */
  minute: number
  /** Minutes counted from now: events reported without a time happen when they are reported. */
  sinceNow: number
  client: { readonly picked: boolean; readonly refuses: boolean }
  readonly orders: Map<string, Order>
  readonly returns: Map<string, Returned>
  readonly counts: { readonly sku: Sku; readonly minute: number; readonly pieces: number }[]
  readonly movements: { readonly sku: Sku; readonly minute: number; readonly pieces: number }[]
  readonly reserved: Reservation[]
  /** Meaning of the carrier's own code; null if unknown. */
  ownCode: 'delivered' | 'in_transit' | null
}

/** Reserved pieces, optionally for an order, which draws them while no work on it has begun. */
export type Reservation = {
  readonly sku: Sku
  readonly pieces: number
  readonly order: string | null
  drawn: number
  wasCancelled: boolean
}

/** Name of the replacement order of a return. */
export const replacementOf = (ref: string): string => `${ref}-X`

export type Returned = {
  readonly order: string
  readonly line: number
  readonly sku: Sku
  readonly quantity: number
  readonly known: boolean
  readonly exchange: boolean
  /** Whether the warehouse uses its own reference. */
  readonly ownName: boolean
  readonly parts: Part[]
  /** Keys of the events that the feed has reported, in order of first report. */
  readonly reported: Set<string>
  /** Key of the event that staff reported; null if none. */
  reportedByStaff: string | null
  withdrawn: number
  expired: number
  refunded: number
  refundedBy: 'staff' | 'feed' | null
  /** Amount refunded, in pence. */
  paid: number
  /** State of the replacement; once it has left, `replaced` pieces were sent for those that came back. */
  replacement: 'waits' | 'held' | 'went' | 'cancelled' | 'none'
  replaced: number
}
/** Pieces that travel together. */
export type Part = {
  readonly quantity: number
  readonly events: { readonly state: GoodsState; readonly minute: number }[]
}

/** Later than any event with a minute of its own. */
const NOW = 1_000_000

export const openModel = (): Model => ({
  minute: 0,
  sinceNow: NOW,
  client: { picked: false, refuses: false },
  orders: new Map(),
  returns: new Map(),
  counts: [],
  movements: [],
  reserved: [],
  ownCode: null,
})

const sum = <One>(some: Iterable<One>, of: (one: One) => number): number => {
  let total = 0
  for (const one of some) total += of(one)
  return total
}

const IN_STOCK = new Set<GoodsState>(['restocked', 'quarantined'])

/** The state of a part: that of its latest event. */
export const placeOf = ({ events }: Part): GoodsState | 'announced' =>
  events.toSorted((one, other) => one.minute - other.minute).at(-1)?.state ?? 'announced'

/** Pieces that the shopper has sent. */
export const cameOf = ({ parts }: Returned): number => sum(parts, ({ quantity }) => quantity)
/** Announced pieces that are still with the shopper. */
export const toComeOf = (one: Returned): number =>
  one.known ? Math.max(0, one.quantity - cameOf(one) - one.withdrawn - one.expired) : 0

export function piecesOf(one: Returned): Record<string, number> {
  const pieces: Record<string, number> = {}
  const add = (state: string, count: number) => {
    if (count > 0) pieces[state] = (pieces[state] ?? 0) + count
  }
  add('announced', toComeOf(one))
  add('withdrawn', one.withdrawn)
  add('expired', one.expired)
  add('refunded', one.refunded)
  for (const part of one.parts) add(placeOf(part), part.quantity)
  return pieces
}

/**
 * Pieces that are owed a refund: sent by the shopper, paid for, and neither refunded nor replaced. More can come back
 * than was announced, but pieces that were not bought are not owed. If more can come back than was bought, announced
 * pieces come before extra ones, and earlier returns before later ones.
 */
export function owedOf(model: Model, one: Returned): number {
  if (one.replacement === 'waits' || one.replacement === 'held') return 0
  const bought = model.orders.get(one.order)?.lines[one.line - 1]?.quantity ?? 0
  const ofLine = [...model.returns.values()].filter((other) => other.known && isOfLine(other, one))
  const notBought = Math.max(0, sum(ofLine, piecesIn) - bought)
  const extra = Math.max(0, cameOf(one) - one.quantity)
  const left = cameOf(one) - Math.min(extra, notBought)
  const place = ofLine.indexOf(one)
  const others = sum(ofLine, (other) => {
    if (other === one) return 0
    const announced = other.quantity - other.withdrawn - other.expired
    return ofLine.indexOf(other) < place ? Math.max(announced, refundedOrReplaced(other)) : refundedOrReplaced(other)
  })
  return Math.max(0, Math.min(left, bought - others) - refundedOrReplaced(one))
}

const isOfLine = (one: Pick<Returned, 'order' | 'line'>, other: Pick<Returned, 'order' | 'line'>) =>
  one.order === other.order && one.line === other.line

const refundedOrReplaced = ({ refunded, replaced }: Returned) => refunded + replaced

/** Pieces that cannot be announced again. */
const piecesIn = (one: Returned) => Math.max(cameOf(one) + toComeOf(one), one.refunded)

/** Whether every event of a return has been reported. */
export const isReported = (one: Returned): boolean => eventsOf(one).every((event) => isEventReported(one, event))

/** Pieces reported as received, inspected or in stock; reports of one step concern different pieces. */
export function reportedArrivalsOf(one: Returned): number {
  const steps: readonly ReadonlySet<GoodsState>[] = [new Set(['received']), new Set(['inspected']), IN_STOCK]
  const isStepReported = ({ events }: Part, step: ReadonlySet<GoodsState>) =>
    events.some(({ state, minute }) => step.has(state) && isEventReported(one, { key: `${minute}` }))
  return Math.max(...steps.map((step) => sum(one.parts, (part) => (isStepReported(part, step) ? part.quantity : 0))))
}

/** Whether the stock of a SKU can be known, which needs all of its returns to be reported. */
export const isStockKnown = ({ returns }: Model, sku: Sku): boolean =>
  [...returns.values()].every((one) => one.sku !== sku || isReported(one))

export type Event = {
  readonly key: string
  readonly state: GoodsState
  readonly minute: number
  readonly quantity: number
}

/** The events of a return. What several parts do together is one event. */
export function eventsOf({ parts }: Returned): Event[] {
  const events = new Map<number, Event>()
  for (const { quantity, events: own } of parts)
    for (const { state, minute } of own) {
      const before = events.get(minute)?.quantity ?? 0
      events.set(minute, { key: `${minute}`, state, minute, quantity: before + quantity })
    }
  return [...events.values()].toSorted((one, other) => one.minute - other.minute)
}
export const isEventReported = ({ reported, reportedByStaff }: Returned, { key }: Pick<Event, 'key'>): boolean =>
  reported.has(key) || reportedByStaff === key

/** Stock of a SKU. Returned pieces are sellable or quarantined from the minute of their stock event. */
export function stockOf(
  model: Model,
  sku: Sku,
): { sellable: number; quarantine: number; reserved: number; promised: number } {
  const count = model.counts
    .filter((one) => one.sku === sku)
    .toSorted((one, other) => one.minute - other.minute)
    .at(-1)
  const moved = [...model.movements]
  let quarantine = 0
  for (const one of model.returns.values()) {
    if (one.sku !== sku) continue
    for (const { quantity, events } of one.parts) {
      let place: GoodsState | null = null
      for (const { state, minute } of events.filter((event) => IN_STOCK.has(event.state))) {
        if (state === 'restocked') moved.push({ sku, minute, pieces: quantity })
        else quarantine += quantity
        if (place === 'restocked') moved.push({ sku, minute, pieces: -quantity })
        if (place === 'quarantined') quarantine -= quantity
        place = state
      }
    }
  }
  for (const order of model.orders.values())
    for (const left of leftFor(order)) moved.push({ ...left, pieces: -left.pieces })
  const since = moved.filter((one) => one.sku === sku && (!count || one.minute > count.minute))
  return {
    sellable: (count?.pieces ?? 0) + sum(since, ({ pieces }) => pieces),
    quarantine,
    reserved: sum(model.reserved, (one) => (one.sku === sku ? one.pieces - one.drawn : 0)),
    promised: sum(model.orders.values(), (order) => promisedOf(order, sku)),
  }
}

/**
 * Pieces of a line that can still be announced: sent, and in no return. Unannounced returns reduce the lines of their
 * SKU in order.
 */
export function returnableOf(model: Model, order: string, line: number): number {
  const of = model.orders.get(order)
  const { lines } = of ?? { lines: [] }
  const sent = of ? sentByLine(of) : []
  const sku = lines[line - 1]?.sku
  const back = [...model.returns.values()].filter((one) => one.order === order && one.sku === sku)
  const own = lines.flatMap((other, at) => {
    const announced = sum(back, (one) => (one.known && one.line === at + 1 ? piecesIn(one) : 0))
    return other.sku === sku ? [{ line: at + 1, left: (sent[at] ?? 0) - announced }] : []
  })
  let elsewhere = sum(back, (one) => (one.known ? 0 : piecesIn(one))) + sum(own, ({ left }) => Math.max(0, -left))
  for (const { line: number, left } of own) {
    const taken = Math.min(elsewhere, Math.max(0, left))
    elsewhere -= taken
    if (number === line) return Math.max(0, left) - taken
  }
  return 0
}

/** Price of a piece of a return, in pence. */
export const priceOf = (model: Model, { order, line }: Returned): number =>
  model.orders.get(order)?.lines[line - 1]?.price ?? 0

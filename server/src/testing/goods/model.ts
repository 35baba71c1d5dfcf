import { leftFor, type Order, promisedOf, sentByLine } from './order-model.ts'
import type { GoodsState, Sku } from './step.ts'

/**
 * What is so: every piece is in one place. It is worked out from what happened, by no code of the product, and
 * compared with what the product makes of what is reported to it.
 */
export type Model = {
  /** The minute of what happened last: nothing happens at the same time. */
  minute: number
  /** Minutes since now: what is reported without a time happens as it is reported. */
  sinceNow: number
  client: { readonly picked: boolean; readonly refuses: boolean }
  readonly orders: Map<string, Order>
  readonly returns: Map<string, Returned>
  readonly counts: { readonly sku: Sku; readonly minute: number; readonly pieces: number }[]
  readonly movements: { readonly sku: Sku; readonly minute: number; readonly pieces: number }[]
  readonly reserved: Reservation[]
  /** What the carrier's own code means; null where nobody knows. */
  ownCode: 'delivered' | 'in_transit' | null
}

/** Pieces that are kept back, for an order where it is named: it draws them while nothing of it has begun. */
export type Reservation = {
  readonly sku: Sku
  readonly pieces: number
  readonly order: string | null
  drawn: number
  wasCancelled: boolean
}

/** The order that is sent for the goods of a return. */
export const replacementOf = (ref: string): string => `${ref}-X`

export type Returned = {
  readonly order: string
  readonly line: number
  readonly sku: Sku
  readonly quantity: number
  readonly known: boolean
  readonly exchange: boolean
  /** Whether the warehouse calls it otherwise than the portal. */
  readonly ownName: boolean
  readonly parts: Part[]
  /** Events that the feed has said, by their keys, in the order in which it said them first. */
  readonly said: Set<string>
  /** The event that staff said, by its key; null while they said nothing. */
  saidByStaff: string | null
  withdrawn: number
  expired: number
  refunded: number
  refundedBy: 'staff' | 'feed' | null
  /** What the shopper was paid back, in pence. */
  paid: number
  /** Of an exchange: pieces that the shopper was sent for those that came, once that is settled. */
  replacement: 'waits' | 'held' | 'went' | 'cancelled' | 'none'
  replaced: number
}
/** Pieces that travel together. */
export type Part = {
  readonly quantity: number
  readonly events: { readonly state: GoodsState; readonly minute: number }[]
}

/** Later than anything that happens at a minute of its own. */
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

/** Where a part is: where its last event put it. */
export const placeOf = ({ events }: Part): GoodsState | 'announced' =>
  events.toSorted((one, other) => one.minute - other.minute).at(-1)?.state ?? 'announced'

/** Pieces of a return that have left the shopper. */
export const cameOf = ({ parts }: Returned): number => sum(parts, ({ quantity }) => quantity)
/** Pieces that were announced and are still with the shopper. */
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
 * Pieces whose refund is owed: they left the shopper, were paid for, and nobody has given anything for them or is about to.
 * More than was announced may come; what was not bought is not owed. Where more may come back than was bought, what was announced
 * comes before what came beyond that, and earlier returns before later ones.
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
    return ofLine.indexOf(other) < place ? Math.max(announced, givenFor(other)) : givenFor(other)
  })
  return Math.max(0, Math.min(left, bought - others) - givenFor(one))
}

const isOfLine = (one: Pick<Returned, 'order' | 'line'>, other: Pick<Returned, 'order' | 'line'>) =>
  one.order === other.order && one.line === other.line

const givenFor = ({ refunded, replaced }: Returned) => refunded + replaced

/** Pieces of a return that cannot be announced again. */
const piecesIn = (one: Returned) => Math.max(cameOf(one) + toComeOf(one), one.refunded)

/** Whether all that happened to a return has been said by someone. */
export const isReported = (one: Returned): boolean => eventsOf(one).every((event) => isSaid(one, event))

/** Pieces of a return that someone said to have been received, inspected or put into stock: what is said of one step is of other pieces. */
export function saidToHaveComeOf(one: Returned): number {
  const steps: readonly ReadonlySet<GoodsState>[] = [new Set(['received']), new Set(['inspected']), IN_STOCK]
  const isSaidOf = ({ events }: Part, step: ReadonlySet<GoodsState>) =>
    events.some(({ state, minute }) => step.has(state) && isSaid(one, { key: `${minute}` }))
  return Math.max(...steps.map((step) => sum(one.parts, (part) => (isSaidOf(part, step) ? part.quantity : 0))))
}

/** Whether what there is of a SKU can be known: not while something that came back was not reported. */
export const isStockKnown = ({ returns }: Model, sku: Sku): boolean =>
  [...returns.values()].every((one) => one.sku !== sku || isReported(one))

export type Event = {
  readonly key: string
  readonly state: GoodsState
  readonly minute: number
  readonly quantity: number
}

/** What happened to a return. What all parts do together is one event. */
export function eventsOf({ parts }: Returned): Event[] {
  const events = new Map<number, Event>()
  for (const { quantity, events: own } of parts)
    for (const { state, minute } of own) {
      const before = events.get(minute)?.quantity ?? 0
      events.set(minute, { key: `${minute}`, state, minute, quantity: before + quantity })
    }
  return [...events.values()].toSorted((one, other) => one.minute - other.minute)
}
export const isSaid = ({ said, saidByStaff }: Returned, { key }: Pick<Event, 'key'>): boolean =>
  said.has(key) || saidByStaff === key

/** What there is of a SKU. What came back is sellable or in quarantine, from the minute at which it was put there. */
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
      let lay: GoodsState | null = null
      for (const { state, minute } of events.filter((event) => IN_STOCK.has(event.state))) {
        if (state === 'restocked') moved.push({ sku, minute, pieces: quantity })
        else quarantine += quantity
        if (lay === 'restocked') moved.push({ sku, minute, pieces: -quantity })
        if (lay === 'quarantined') quarantine -= quantity
        lay = state
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
 * Pieces of a line that may still be announced: that were sent, and are in no return. What came back unannounced is of no line:
 * it is taken from the lines of its SKU in their order.
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

/** What was paid for a piece of a return, in pence. */
export const priceOf = (model: Model, { order, line }: Returned): number =>
  model.orders.get(order)?.lines[line - 1]?.price ?? 0

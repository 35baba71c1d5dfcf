import {
  cameOf,
  type Event,
  eventsOf,
  isEventReported,
  isReported,
  isStockKnown,
  type Model,
  owedOf,
  type Part,
  placeOf,
  priceOf,
  type Returned,
  returnableOf,
  stockOf,
  toComeOf,
} from './model.ts'
import { deliver, type StepOutcome, ORDER_STEPS, drawReservations, settleReplacement } from './do-orders.ts'
import { randomBy } from '../money/random.ts'
import type { GoodsState, Step, StepOf } from './step.ts'

/** Applies a step to the model. */
export function doStep(model: Model, step: Step): StepOutcome {
  const done = (DO[step.do] as (of: Model, one: Step) => StepOutcome)(model, step)
  for (const [ref, one] of model.returns) settleReplacement(model, ref, one)
  for (const order of model.orders.values()) deliver(model, order)
  drawReservations(model)
  return done
}

const DO: { readonly [Do in Step['do']]: (model: Model, step: StepOf<Do>) => StepOutcome } = {
  ...ORDER_STEPS,
  count(model, { sku, pieces, ago }) {
    // Half a minute after the events of that minute: no other event has this moment.
    const minute = Math.max(0, model.minute - ago) + 0.5
    if (model.counts.some((one) => one.sku === sku && one.minute === minute)) return 'skipped'
    model.counts.push({ sku, pieces, minute })
    return 'done'
  },
  'goods in'(model, { sku, pieces }) {
    model.movements.push({ sku, pieces, minute: ++model.minute })
    return 'done'
  },
  reserve(model, { sku, pieces, order = null }) {
    if (!isStockKnown(model, sku) || (order && model.orders.has(order))) return 'skipped'
    if (order && model.reserved.some((one) => one.sku === sku && one.order === order)) return 'skipped'
    const { sellable, reserved, promised } = stockOf(model, sku)
    if (sellable - reserved - promised < pieces) return 'refused'
    model.reserved.push({ sku, pieces, order, drawn: 0, wasCancelled: false })
    return 'done'
  },
  'release reservation'(model, { sku }) {
    const at = model.reserved.findLastIndex((one) => one.sku === sku)
    if (at < 0) return 'skipped'
    model.reserved.splice(at, 1)
    return 'done'
  },
  return(model, step) {
    const { ref, order, line, quantity, exchange, known, ownName } = step
    const of = model.orders.get(order)
    const sku = of?.lines[line - 1]?.sku
    if (!sku || (of.status !== 'D' && of.status !== 'V') || model.returns.has(ref) || isMistaken(model, step, sku))
      return 'skipped'
    if (![...model.returns.values()].every(isReported)) return 'skipped'
    if (returnableOf(model, order, line) < quantity) return known ? 'refused' : 'skipped'
    const reported = { parts: [], reported: new Set<string>(), reportedByStaff: null, withdrawn: 0, expired: 0 }
    const money = { refunded: 0, refundedBy: null, paid: 0, replaced: 0 }
    const replacement = exchange ? 'waits' : 'none'
    model.returns.set(ref, { order, line, sku, quantity, known, exchange, ownName, replacement, ...reported, ...money })
    return 'done'
  },
  happens,
  moves(model, { ref }) {
    const one = model.returns.get(ref)
    const [first] = one?.parts ?? []
    if (!one || !first || !one.parts.every((part) => placeOf(part) === placeOf(first))) return 'skipped'
    const place = placeOf(first)
    if (place !== 'restocked' && place !== 'quarantined') return 'skipped'
    const minute = ++model.minute
    for (const { events } of one.parts)
      events.push({ state: place === 'restocked' ? 'quarantined' : 'restocked', minute })
    return 'done'
  },
  'staff receive'(model, { ref }) {
    const one = model.returns.get(ref)
    const key = unreportedReceipt(one)
    if (!one || key === undefined) return 'skipped'
    one.reportedByStaff = key
    return 'done'
  },
  'staff and feed receive'(model, { ref }) {
    const one = model.returns.get(ref)
    const key = unreportedReceipt(one)
    if (!one || key === undefined) return 'skipped'
    one.reportedByStaff = key
    one.reported.add(key)
    return 'done'
  },
  'feed says'(model, step) {
    const one = model.returns.get(step.ref)
    const rows = one ? rowsToReport(one, step) : []
    for (const { key } of rows) one?.reported.add(key)
    return rows.length > 0 ? 'done' : 'skipped'
  },
  'feed repeats'(model, { ref, asOthers }) {
    const one = model.returns.get(ref)
    if (!one || one.reported.size === 0) return 'skipped'
    // For a part, or unannounced pieces, another event means other pieces.
    return asOthers && !(one.known && one.parts.length === 1 && cameOf(one) === one.quantity) ? 'skipped' : 'done'
  },
  withdraw: (model, step) => end(model, step, 'withdrawn'),
  expire: (model, step) => end(model, step, 'expired'),
  refund(model, { ref, quantity, by, much }) {
    const one = model.returns.get(ref)
    if (!one?.known || !isReported(one) || (one.refundedBy ?? by) !== by) return 'skipped'
    if (by === 'feed' && (quantity > owedOf(model, one) || much)) return 'skipped'
    if (quantity > owedOf(model, one) || much) return 'refused'
    one.refunded += quantity
    one.refundedBy = by
    if (by === 'staff') one.paid += quantity * priceOf(model, one)
    return 'done'
  },
}

/** The unreported events that the feed reports now, in its order. */
export function rowsToReport(one: Returned, { shuffle, some }: { shuffle: number; some: boolean }): Event[] {
  const random = randomBy(shuffle)
  const unsaid = eventsOf(one)
    .filter(({ key }) => !one.reported.has(key))
    .map((event) => ({ event, place: random.whole(0, 1000) }))
    .toSorted((first, second) => first.place - second.place)
    .map(({ event }) => event)
  return some ? unsaid.slice(0, Math.ceil(unsaid.length / 2)) : unsaid
}

/** The receipt of a whole return, if neither it nor anything later was reported. */
export function unreportedReceipt(one: Returned | undefined): string | undefined {
  // Two reports of a part count as two parts, because staff report all arrivals at once.
  if (!one?.known || one.ownName || one.parts.length !== 1 || one.reportedByStaff !== null) return undefined
  // Staff cannot record more pieces than were announced; the feed can.
  if (cameOf(one) > one.quantity) return undefined
  const received = one.parts[0]?.events.find(({ state }) => state === 'received')
  if (!received) return undefined
  const isKnown = eventsOf(one).some((event) => event.minute >= received.minute && isEventReported(one, event))
  return isKnown ? undefined : `${received.minute}`
}

/**
 * Whether the warehouse's own reference could mean another return of the same SKU and order: it means an open announced
 * return until something was reported under it.
 */
function isMistaken({ returns }: Model, { order, known, ownName }: StepOf<'return'>, sku: string): boolean {
  const others = [...returns.values()].filter((one) => one.order === order && one.sku === sku)
  const mayMeet = others.some((one) => (one.ownName || !one.known) && one.reported.size === 0)
  return (known && mayMeet) || ((!known || ownName) && others.some((one) => one.known))
}

/**
 * Whether an arrival of an ended return would count for another return of the SKU that is not all in stock, because it
 * carries the old label.
 */
function isMistakenForAnother({ returns }: Model, one: Returned): boolean {
  if (!one.known || cameOf(one) > 0 || toComeOf(one) > 0) return false
  return [...returns.values()].some(
    (other) =>
      other !== one &&
      other.known &&
      other.order === one.order &&
      other.sku === one.sku &&
      !(isAllInStock(other) && isReported(other)),
  )
}

const isAllInStock = (one: Returned) =>
  toComeOf(one) === 0 && one.parts.every((part) => placeOf(part) === 'restocked' || placeOf(part) === 'quarantined')

/** A part of a return moves on; a new part comes from announced or expired pieces. */
function happens(model: Model, { ref, part: at, quantity, state }: StepOf<'happens'>): StepOutcome {
  const one = model.returns.get(ref)
  if (!one || at > one.parts.length || isMistakenForAnother(model, one)) return 'skipped'
  const part: Part = one.parts[at] ?? { quantity, events: [] }
  if (!NEXT[placeOf(part)].includes(state) || !isLike(one, part, state)) return 'skipped'
  if (at === one.parts.length) {
    const most = one.known ? toComeOf(one) + one.expired : one.quantity - cameOf(one)
    const isMore = one.known && at === 0 && quantity === one.quantity + 1 && toComeOf(one) === one.quantity
    if (quantity > most && !isMore) return 'skipped'
    // Expected pieces come first.
    if (one.known) one.expired -= Math.min(one.expired, Math.max(0, quantity - toComeOf(one)))
    one.parts.push(part)
  }
  part.events.push({ state, minute: ++model.minute })
  return 'done'
}

const NEXT: Readonly<Record<ReturnType<typeof placeOf>, readonly GoodsState[]>> = {
  announced: ['in_transit', 'received'],
  in_transit: ['received'],
  received: ['inspected', 'restocked', 'quarantined'],
  inspected: ['restocked', 'quarantined'],
  restocked: [],
  quarantined: [],
}

/** A warehouse that reports a step for one part reports it for all; otherwise parts could not be distinguished. */
function isLike({ parts }: Returned, part: Part, state: GoodsState): boolean {
  const others = parts.filter((other) => other !== part)
  const reported = (step: GoodsState) => (other: Part) => other.events.some((event) => event.state === step)
  const isPast = (step: GoodsState) => (other: Part) => other.events.some((event) => NEXT[step].includes(event.state))
  if (state === 'in_transit') return others.every(reported('in_transit'))
  if (state === 'received' && !reported('in_transit')(part)) return !others.some(reported('in_transit'))
  if (state === 'inspected') return others.every((other) => !isPast('inspected')(other) || reported('inspected')(other))
  return state === 'received' || reported('inspected')(part) || !others.some(reported('inspected'))
}

function end(
  model: Model,
  { ref, quantity }: { ref: string; quantity: number },
  how: 'withdrawn' | 'expired',
): StepOutcome {
  const one = model.returns.get(ref)
  if (!one?.known || !isReported(one)) return 'skipped'
  if (quantity > toComeOf(one)) return 'refused'
  one[how] += quantity
  return 'done'
}

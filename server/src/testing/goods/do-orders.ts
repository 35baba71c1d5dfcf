import {
  cameOf,
  isStockKnown,
  type Model,
  priceOf,
  replacementOf,
  type Returned,
  reportedArrivalsOf,
  stockOf,
  toComeOf,
} from './model.ts'
import {
  deliveredBy,
  areContentsReported,
  isShort,
  missingOf,
  newOrder,
  type Order,
  orderedOf,
  type OrderStatus,
} from './order-model.ts'
import type { ConcurrentStep, Sku, Step, StepOf } from './step.ts'

/** `skipped`: the step is impossible now and changes nothing. `refused`: the product must refuse it. */
export type StepOutcome = 'done' | 'skipped' | 'refused'

type OfOrder = { readonly order: string }
type OfOrders = Exclude<Extract<Step, { order: string }>['do'], 'return'> | 'client' | 'map'

/** Steps on orders, applied to the model. */
export const ORDER_STEPS: { readonly [Do in OfOrders]: (model: Model, step: StepOf<Do>) => StepOutcome } = {
  client(model, { picked, refuses }) {
    if (model.orders.size > 0 || model.counts.length > 0) return 'skipped'
    model.client = { picked, refuses }
    return 'done'
  },
  order(model, { order, lines, byHand }) {
    if (model.orders.has(order) || (byHand && !areStocksKnown(model))) return 'skipped'
    model.orders.set(order, newOrder(lines, !byHand))
    const skus = lines.map(({ sku }) => sku)
    if (!byHand || !isRefused(model, skus)) return 'done'
    model.orders.delete(order)
    return 'refused'
  },
  cancel: (model, step) => command(model, step, ['N', 'R', 'S'], 'C'),
  suspend: (model, step) => command(model, step, ['N', 'R'], 'S'),
  release: (model, step) => command(model, step, ['N', 'S'], 'R'),
  amend(model, { order, line, quantity }) {
    const of = model.orders.get(order)
    const was = of?.lines[line - 1]
    if (!of || !was || !MAY_AMEND.has(of.status) || was.quantity === quantity || isReplacement(order)) return 'skipped'
    if (!areStocksKnown(model)) return 'skipped'
    const before = { status: of.status, lines: of.lines, isWaiting: of.isWaiting }
    of.lines = of.lines.with(line - 1, { ...was, quantity })
    if (quantity > was.quantity && isRefused(model, [was.sku])) {
      of.lines = before.lines
      return 'refused'
    }
    of.before = before
    of.acts.push('Amended')
    return 'done'
  },
  undo(model, { order }) {
    const of = model.orders.get(order)
    const before = of?.before
    if (!before || !areStocksKnown(model)) return 'skipped'
    const was = { status: of.status, lines: of.lines, isWaiting: of.isWaiting }
    const rising = risingSkus(was, before)
    Object.assign(of, before)
    if (isRefused(model, rising) || isDeliveredAndRefunded(model, order)) {
      Object.assign(of, was)
      return 'refused'
    }
    of.before = null
    of.acts.push(was.lines === before.lines ? 'Undone' : 'Amendment undone')
    return 'done'
  },
  pick: (model, step) => begin(model, step, ['N', 'R', 'S', 'C'], 'P'),
  pack: (model, step) => begin(model, step, ['N', 'R', 'S', 'C', 'P'], 'K'),
  despatch(model, { order, all, holds }) {
    const of = model.orders.get(order)
    if (!of || of.parcels.some(({ isReported }) => !isReported)) return 'skipped'
    const contents = contentsOf(of, all, holds)
    if (contents.size === 0) return 'skipped'
    const minute = of.pickedAt === null ? ++model.minute : ++model.sinceNow
    of.parcels.push({ minute, contents, isReported: holds !== 'untold', isDelivered: false, scans: [] })
    if (of.status === 'D') return 'done'
    moveTo(of, 'D')
    return 'done'
  },
  contents(model, { order }) {
    const parcel = model.orders.get(order)?.parcels.find(({ isReported }) => !isReported)
    if (!parcel) return 'skipped'
    parcel.isReported = true
    return 'done'
  },
  scan(model, { order, parcel, code, ago }) {
    const of = model.orders.get(order)?.parcels[parcel - 1]
    if (!of) return 'skipped'
    const minute = ago === 0 ? ++model.minute : Math.max(0, model.minute - ago) + 0.25
    if (of.scans.some((scan) => scan.minute === minute)) return 'skipped'
    of.scans.push({ minute, code })
    return 'done'
  },
  map(model, { to }) {
    if (model.ownCode === to) return 'skipped'
    model.ownCode = to
    return 'done'
  },
  /** In the given order. Undoing afterwards is not modelled. */
  'at once'(model, { order, steps }) {
    // Which of the two cancelled it is only visible when its file is fed again.
    if (steps.some((one) => one.do === 'cancel') && steps.some((one) => one.do === 'take back')) return 'skipped'
    if (steps.some((one) => one.do === 'amend') && (isReplacement(order) || !areStocksKnown(model))) return 'skipped'
    const done = steps.map((one) => doToOrder(model, { ...one, order }))
    const of = model.orders.get(order)
    if (!of || done.every((one) => one === 'skipped')) return 'skipped'
    of.before = null
    return 'done'
  },
  'close short'(model, { order }) {
    const of = model.orders.get(order)
    if (!of) return 'skipped'
    if (of.status !== 'D' || of.isClosedShort || !isShort(of)) return 'refused'
    of.isClosedShort = true
    of.before = null
    of.acts.push('Closed short')
    return 'done'
  },
  reopen(model, { order }) {
    const of = model.orders.get(order)
    if (!of || !areStocksKnown(model)) return 'skipped'
    if (!of.isClosedShort || !isShort(of)) return 'refused'
    const { status } = of
    Object.assign(of, { status: 'D', isClosedShort: false })
    const short = (['A', 'B'] as const).filter((sku) => missingOf(of, sku) > 0)
    if (isRefused(model, short) || isDeliveredAndRefunded(model, order)) {
      Object.assign(of, { status, isClosedShort: true })
      return 'refused'
    }
    of.before = null
    of.acts.push('Reopened')
    return 'done'
  },
  'take back'(model, { order }) {
    const of = model.orders.get(order)
    if (!of?.fed) return 'skipped'
    if (of.status !== 'N' || of.isTakenBack) return 'refused'
    of.isTakenBack = true
    moveTo(of, 'C')
    return 'done'
  },
  'feed again'(model, { order }) {
    const of = model.orders.get(order)
    if (!of?.fed || of.lines !== of.fed) return 'skipped'
    if (!of.isTakenBack || of.status !== 'C') return 'done'
    of.isTakenBack = false
    of.status = 'N'
    of.before = null
    of.acts.push('Fed again')
    return 'done'
  },
}

const doToOrder = (model: Model, step: Step & ConcurrentStep): StepOutcome =>
  (ORDER_STEPS[step.do] as (on: Model, one: Step) => StepOutcome)(model, step)

const MAY_AMEND: ReadonlySet<OrderStatus> = new Set(['N', 'R', 'S'])
const ACTS = { C: 'Cancelled', S: 'Suspended', R: 'Released', P: 'Picking', K: 'Packed', D: 'Despatched' } as const

function moveTo(of: Order, to: keyof typeof ACTS): void {
  of.status = to
  of.isWaiting = false
  of.before = null
  of.acts.push(ACTS[to])
}

function command(model: Model, { order }: OfOrder, from: readonly OrderStatus[], to: 'C' | 'S' | 'R'): StepOutcome {
  const of = model.orders.get(order)
  if (!of || !from.includes(of.status)) return 'skipped'
  const before = { status: of.status, lines: of.lines, isWaiting: of.isWaiting }
  moveTo(of, to)
  of.before = before
  return 'done'
}

/** The warehouse starts work on an order, whether or not it was on hold. */
function begin(model: Model, { order }: OfOrder, from: readonly OrderStatus[], to: 'P' | 'K'): StepOutcome {
  const of = model.orders.get(order)
  if (!of || !from.includes(of.status)) return 'skipped'
  if (model.client.picked) of.pickedAt ??= ++model.sinceNow
  moveTo(of, to)
  return 'done'
}

/**
 * Contents of a parcel: everything unsent, or one piece of each SKU; optionally with one piece of the other SKU, or one
 * more.
 */
function contentsOf(of: Order, all: boolean, holds: StepOf<'despatch'>['holds']): ReadonlyMap<Sku, number> {
  const contents = new Map<Sku, number>()
  const add = (sku: Sku, pieces: number) => contents.set(sku, (contents.get(sku) ?? 0) + pieces)
  for (const sku of ['A', 'B'] as const) {
    const left = missingOf(of, sku)
    if (left > 0) add(sku, all ? left : 1)
  }
  const [first] = contents.keys()
  if (first && holds === 'more') add(first, 1)
  if (first && holds === 'another') {
    add(first, -1)
    add(first === 'A' ? 'B' : 'A', 1)
  }
  return new Map([...contents].filter(([, pieces]) => pieces > 0))
}

/** Whether the stock of each SKU is known, which needs all returns to be reported. */
const areStocksKnown = (model: Model) => isStockKnown(model, 'A') && isStockKnown(model, 'B')

/** Whether the client refuses an order that makes these SKUs short. */
function isRefused(model: Model, skus: readonly Sku[]): boolean {
  if (!model.client.refuses) return false
  drawReservations(model)
  return skus.some((sku) => {
    const { sellable, reserved, promised } = stockOf(model, sku)
    return sellable - reserved - promised < 0
  })
}

/** SKUs that an order needs more of after an undo; for a cancelled order all of its SKUs. */
const risingSkus = (was: Pick<Order, 'status' | 'lines'>, before: Pick<Order, 'status' | 'lines'>): Sku[] =>
  (['A', 'B'] as const).filter((sku) =>
    was.status === 'C' ? orderedOf(before, sku) > 0 : orderedOf(before, sku) > orderedOf(was, sku),
  )

const isReplacement = (order: string) => order.endsWith('-X')

/** Whether a replacement would also deliver pieces that were refunded. */
function isDeliveredAndRefunded(model: Model, order: string): boolean {
  const [of, one] = [model.orders.get(order), model.returns.get(order.slice(0, -2))]
  if (!of || !one || !isReplacement(order) || one.refunded === 0) return false
  return one.refunded + deliveredBy(of) > cameOf(one) + toComeOf(one)
}

/** Orders draw their reservations while no work on them has begun, and when they are despatched although cancelled. */
export function drawReservations({ reserved, orders }: Model): void {
  for (const one of reserved) {
    const of = one.order === null ? undefined : orders.get(one.order)
    if (!of) continue
    const draws = one.wasCancelled ? of.status !== 'C' : MAY_AMEND.has(of.status)
    if (draws) one.drawn = Math.min(orderedOf(of, one.sku), one.pieces)
    if (of.status === 'C') one.drawn = 0
    one.wasCancelled = of.status === 'C'
  }
}

/**
 * An order is delivered with its last parcel, unless known pieces are missing. It is no longer delivered if the
 * carrier's code gets another meaning.
 */
export function deliver({ ownCode }: Model, of: Order): void {
  for (const parcel of of.parcels) {
    const was = parcel.isDelivered
    parcel.isDelivered = parcel.scans.some(({ code }) => (code === 'own' ? ownCode : code) === 'delivered')
    if (!was || parcel.isDelivered || of.status !== 'V') continue
    of.status = 'D'
    of.acts.push('Undone')
  }
  const isHere = of.parcels.length > 0 && of.parcels.every(({ isDelivered }) => isDelivered)
  if (of.status !== 'D' || !isHere || (areContentsReported(of) && isShort(of) && !of.isClosedShort)) return
  of.status = 'V'
  of.before = null
  of.acts.push('Delivered')
}

/** A replacement is released once everything has come back and been reported, and cancelled if nothing comes. */
export function settleReplacement(model: Model, ref: string, one: Returned): void {
  if (!one.exchange) return
  const number = replacementOf(ref)
  const line = { sku: one.sku, quantity: one.quantity, price: priceOf(model, one) }
  const of = model.orders.get(number) ?? Object.assign(newOrder([line], false, 'S'), { isWaiting: true })
  model.orders.set(number, of)
  const isHere = toComeOf(one) === 0 && reportedArrivalsOf(one) === cameOf(one)
  if (of.isWaiting && of.status === 'S' && isHere) {
    const came = Math.min(cameOf(one), one.quantity)
    if (came > 0 && of.acts.length === 1 && orderedOf(of, one.sku) > came) {
      of.lines = [{ ...line, quantity: came }]
      of.acts.push('Amended')
    }
    moveTo(of, came > 0 ? 'R' : 'C')
  }
  one.replacement = of.status === 'C' ? 'cancelled' : of.status !== 'S' ? 'went' : of.isWaiting ? 'waits' : 'held'
  one.replaced = one.replacement === 'went' ? deliveredBy(of) : 0
}

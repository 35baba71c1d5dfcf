import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { reservations } from '@despatch/contract/stock/reservations'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { foldFacts } from '../../figures/facts.ts'
import { settleExchanges } from '../../returns/portal/exchange-job.ts'
import { stockFacts } from '../../stock/ledger/stock-facts.ts'
import { makeSku } from '../factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../feed-portal.ts'
import { addReturnsBook } from '../returns.ts'
import { carrierItem, makeRuleBook, methodItem } from '../rule-books.ts'
import { leavingOf, receivedUnsaid, rowsToSay } from './do-step.ts'
import { type Event, eventsOf, type Model, priceOf } from './model.ts'
import type { Step, StepOf } from './step.ts'

/** Drives the product over HTTP: nothing here knows what is right. */

const { 'announced-returns': returns, orders } = contract
const DAY_MS = 86_400_000

/** One history, with what the product calls its orders and returns. */
export type History = {
  readonly on: FeedPortal
  readonly prefix: string
  /** When its first minute was, in milliseconds. */
  readonly start: number
  readonly references: Map<string, string>
  /** What the warehouse calls returns that it does not call as the portal does. */
  readonly ownNames: Map<string, string>
  readonly commands: Map<string, string>
  readonly reservations: Map<string, string[]>
  said: number
}

export async function openGoodsPortal(): Promise<FeedPortal> {
  const on = await openFeedPortal()
  await addReturnsBook(on.portal, on.me)
  await makeRuleBook(on.portal.testDatabase, on.me.client, [
    carrierItem('DPD', { name: 'DPD UK' }),
    methodItem('M1', 'DPD'),
  ])
  return on
}

let histories = 0
export async function openHistory(on: FeedPortal): Promise<History> {
  const prefix = `H${++histories}`
  for (const sku of ['A', 'B'])
    await makeSku(on.portal.testDatabase, { client: on.me.client, code: `${prefix}-${sku}` })
  const known = { references: new Map(), ownNames: new Map(), commands: new Map(), reservations: new Map() }
  return { on, prefix, start: Date.now() - DAY_MS, ...known, said: 0 }
}

/** The product did something else than it was to. */
export class Otherwise extends Error {}

/** Does a step by the model as it was before; `isToBeRefused` says what the product has to answer. */
export async function act(history: History, model: Model, step: Step, isToBeRefused: boolean): Promise<void> {
  const status = await (ACT[step.do] as (of: History, one: Step, before: Model) => Promise<number>)(
    history,
    step,
    model,
  )
  if (status === (isToBeRefused ? 422 : 200)) return
  throw new Otherwise(`answered ${status} instead of ${isToBeRefused ? 'refusing it' : 'doing it'}`)
}

/** Does what jobs do in a while: makes, releases and cancels what replaces goods, and brings the list of stock up to date. */
export async function settle({ on: { portal } }: History): Promise<void> {
  const given = { database: portal.database, services: portal.app.services, log: portal.app.log }
  while ((await settleExchanges(given, new Date())) > 0);
  await foldFacts(portal.database, [stockFacts])
}

const named = ({ prefix, references }: History, order: string) =>
  order.endsWith('-X') ? `${references.get(order.slice(0, -2))}-X` : `${prefix}-${order}`
const skuOf = ({ prefix }: History, sku: string) => `${prefix}-${sku}`
const at = ({ start }: History, minute: number) => new Date(start + minute * 60_000).toISOString()

const ACT: {
  readonly [Do in Step['do']]: (history: History, step: StepOf<Do>, model: Model) => Promise<number>
} = {
  async order(of, { order, lines }) {
    const day = addDays(dayOf(new Date()), -2)
    const rows = lines.map(({ sku, quantity, price }) => [
      named(of, order),
      skuOf(of, sku),
      quantity,
      (price / 100).toFixed(2),
      day,
      'Jo',
      'Ex',
      `${of.prefix}@example.com`,
      '1 High St',
      'LS1 4AP',
      'GB',
    ])
    const header =
      'orderNumber,SKU,quantity,unitValue,orderDate,customerFirstName,customerLastName,email,addressLine1,postCode,country'
    const { status, summary } = await of.on.feed(csv(rows, header))
    return summary.refused === 0 ? status : 422
  },
  cancel: (of, step) => command(of, step),
  suspend: (of, step) => command(of, step),
  release: (of, step) => command(of, step),
  async undo(of, { order }) {
    const params = { commandId: of.commands.get(order) ?? '' }
    const { status, body } = await of.on.portal.call(orders.undo, { params }, of.on.me)
    return status === 200 && body.done === 1 ? 200 : 422
  },
  async despatch(of, { order, all }, model) {
    const known = model.orders.get(order)
    const leaving = known ? leavingOf(known, all) : []
    const bySku = new Map<string, number>()
    for (const [place, { sku }] of (known?.lines ?? []).entries())
      if ((leaving[place] ?? 0) > 0) bySku.set(sku, (bySku.get(sku) ?? 0) + (leaving[place] ?? 0))
    const tracking = `T${of.prefix}${++of.said}`
    const rows = [...bySku].map(([sku, pieces]) => [
      named(of, order),
      tracking,
      'DPD',
      at(of, model.minute + 1),
      skuOf(of, sku),
      pieces,
    ])
    return feed(of, 'despatches', rows, 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity')
  },
  count: (of, { sku, pieces, ago }, model) =>
    feed(
      of,
      'stock',
      [[skuOf(of, sku), pieces, at(of, Math.max(0, model.minute - ago) + 0.5)]],
      'SKU,stockOnHand,asOf',
    ),
  'goods in': (of, { sku, pieces }, model) =>
    feed(of, 'stock', [[skuOf(of, sku), 'goods-in', pieces, at(of, model.minute + 1)]], 'SKU,kind,quantity,asOf'),
  async reserve(of, { sku, pieces }) {
    const until = addDays(dayOf(new Date()), 30)
    const body = { sku: skuOf(of, sku), type: 'SELLABLE', pieces, purpose: 'promotion', until }
    const answer = await of.on.portal.send(reservations.addReservation, { body }, of.on.me)
    if (answer.status === 200) {
      const { _id: id } = (answer.body as { reservation: { _id: string } }).reservation
      of.reservations.set(sku, [...(of.reservations.get(sku) ?? []), id])
    }
    return answer.status
  },
  async 'release reservation'(of, { sku }) {
    const params = { id: of.reservations.get(sku)?.pop() ?? '' }
    return (await of.on.portal.call(reservations.releaseReservation, { params, query: {} }, of.on.me)).status
  },
  async return(of, { ref, order, line, quantity, exchange, known, ownName }) {
    if (!known) {
      of.references.set(ref, `${of.prefix}-${ref}`)
      return 200
    }
    const resolution = exchange ? ('exchange' as const) : ('refund' as const)
    const lines = [{ lineNumber: line, quantity, reason: 'MIND', resolution }]
    const body = { orderNumber: named(of, order), lines }
    const answer = await of.on.portal.call(returns.announce, { body }, of.on.me)
    of.references.set(ref, answer.body.returnReference)
    if (ownName) of.ownNames.set(ref, `${of.prefix}-WH-${ref}`)
    return answer.status
  },
  happens: async () => 200,
  moves: async () => 200,
  async 'staff receive'(of, { ref }, model) {
    const [part] = model.returns.get(ref)?.parts ?? []
    return mark(of, model, { ref, quantity: part?.quantity ?? 0 }, 'received')
  },
  async 'staff and feed receive'(of, { ref }, model) {
    const one = model.returns.get(ref)
    const key = receivedUnsaid(one)
    if (!one || key === undefined) return 422
    const quantity = one.parts[0]?.quantity ?? 0
    // Staff are refused what the feed said first.
    const [, status] = await Promise.all([
      mark(of, model, { ref, quantity }, 'received'),
      say(of, model, { ref, files: false }, [{ key, state: 'received', minute: Number(key), quantity }]),
    ])
    return status
  },
  async 'feed says'(of, step, model) {
    const one = model.returns.get(step.ref)
    return one ? say(of, model, step, rowsToSay(one, step)) : 422
  },
  async 'feed repeats'(of, { ref, asOthers }, model) {
    const one = model.returns.get(ref)
    if (!one) return 422
    const said = eventsOf(one).filter(({ key }) => one.said.has(key))
    const again = asOthers
      ? said.map((event) => ({ ...event, key: `${event.key} again ${++of.said}`, minute: event.minute + 0.2 }))
      : said
    return say(of, model, { ref, files: false }, again)
  },
  withdraw: (of, step, model) => mark(of, model, step, 'withdrawn'),
  expire: (of, step, model) => mark(of, model, step, 'expired'),
  async refund(of, { ref, quantity, by, much }, model) {
    const one = model.returns.get(ref)
    if (!one) return 422
    if (by === 'feed') {
      const minute = model.minute + 0.1 + ++of.said / 1_000_000
      return say(of, model, { ref, files: false }, [{ key: `refund ${of.said}`, state: 'refunded', minute, quantity }])
    }
    const amount = ((priceOf(model, one) * quantity + (much ? 1 : 0)) / 100).toFixed(2)
    const body = { lines: [{ lineNumber: one.line, quantity }], amount }
    const params = { reference: of.references.get(ref) ?? '' }
    return (await of.on.portal.send(returns.refund, { params, body }, of.on.me)).status
  },
}

async function command(of: History, step: { do: 'cancel' | 'suspend' | 'release'; order: string }): Promise<number> {
  const commandId = randomUUID()
  const order = { clientCode: of.on.me.client, orderNumber: named(of, step.order) }
  const body = { commandId, orders: [order], ...(step.do === 'suspend' && { reason: 'Customer asked' }) }
  const answer = await of.on.portal.send(orders[step.do], { body }, of.on.me)
  of.commands.set(step.order, commandId)
  return answer.status === 200 && (answer.body as { done: number }).done === 1 ? 200 : 422
}

async function mark(
  { on, references }: History,
  model: Model,
  { ref, quantity }: { ref: string; quantity: number },
  state: 'received' | 'withdrawn' | 'expired',
): Promise<number> {
  const lines = [{ lineNumber: model.returns.get(ref)?.line ?? 1, quantity }]
  const params = { reference: references.get(ref) ?? '' }
  return (await on.portal.call(returns.mark, { params, body: { state, lines, reason: '' } }, on.me)).status
}

type Said = Omit<Event, 'state'> & { readonly state: Event['state'] | 'refunded' }

async function say(
  of: History,
  model: Model,
  { ref, files }: { ref: string; files: boolean },
  events: readonly Said[],
): Promise<number> {
  const one = model.returns.get(ref)
  const rows = events.map(({ key, state, minute, quantity }) => [
    of.ownNames.get(ref) ?? of.references.get(ref) ?? '',
    named(of, one?.order ?? ''),
    skuOf(of, one?.sku ?? ''),
    quantity,
    state.replace('_', ' '),
    at(of, minute),
    `${of.prefix} ${ref} ${key}`,
  ])
  const header = 'returnReference,orderNumber,SKU,quantity,event,occurredAt,reference'
  for (const file of files ? rows.map((row) => [row]) : [rows]) {
    const status = await feed(of, 'returns', file, header)
    if (status !== 200) return status
  }
  return 200
}

async function feed(
  { on }: History,
  name: 'despatches' | 'returns' | 'stock',
  rows: (string | number)[][],
  header: string,
): Promise<number> {
  const { status, summary, refused, message } = await on.feedRows(name, csv(rows, header))
  if (status !== 200 || summary.refused > 0) throw new Otherwise(`${message} ${JSON.stringify(refused)}`)
  return status
}

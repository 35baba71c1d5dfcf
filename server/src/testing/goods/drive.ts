import { contract } from '@despatch/contract/contract'
import { reservations } from '@despatch/contract/stock/reservations'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { ORDER_EVENTS } from '@despatch/domain/feeds/webhooks/webhook-events'
import { foldFacts } from '../../figures/deltas.ts'
import { settleExchanges } from '../../returns/portal/exchange-job.ts'
import { stockFacts } from '../../stock/ledger/stock-facts.ts'
import { makeClient, makeSession, makeSku, SHOWS_EVERYTHING } from '../factories.ts'
import { type FeedPortal, openFeedPortal } from '../feed-portal.ts'
import { openReceiver } from '../receiver.ts'
import { addReturnsBook } from '../returns.ts'
import { carrierItem, makeRuleBook, methodItem } from '../rule-books.ts'
import { unreportedReceipt, rowsToReport } from './do-step.ts'
import { ORDER_ACTIONS } from './drive-orders.ts'
import { at, feed, type GoodsPortal, type History, orderNumberOf, UnexpectedAnswer, skuOf } from './history.ts'
import { type Event, eventsOf, type Model, priceOf } from './model.ts'
import type { Step, StepOf } from './step.ts'

/** Drives the product over HTTP, without knowledge of what is right. */

const { 'announced-returns': returns } = contract
const DAY_MS = 86_400_000

export async function openGoodsPortal(): Promise<GoodsPortal> {
  const on = await openFeedPortal()
  const receiver = await openReceiver()
  const operator = await makeSession(on.portal.testDatabase, { type: 'Internal User' })
  const clients = new Map<string, ReturnType<typeof openClient>>()
  return {
    on,
    operator,
    clientOf({ picked, refuses }) {
      const key = `${picked} ${refuses}`
      const opened = clients.get(key) ?? openClient(on, receiver.url, { picked, refuses })
      clients.set(key, opened)
      return opened
    },
    async close() {
      await on.portal.close()
      await receiver.close()
    },
  }
}

async function openClient({ portal }: FeedPortal, url: string, { picked, refuses }: Model['client']) {
  const settings = {
    ...SHOWS_EVERYTHING,
    ...(picked && { pickedHasLeft: true }),
    ...(refuses && { refuseShort: true }),
  }
  const client = await makeClient(portal.testDatabase, { settings })
  const me = await makeSession(portal.testDatabase, { clients: [client] })
  await addReturnsBook(portal, me)
  await makeRuleBook(portal.testDatabase, client, [carrierItem('DPD', { name: 'DPD UK' }), methodItem('M1', 'DPD')])
  const events = Object.keys(ORDER_EVENTS) as (keyof typeof ORDER_EVENTS)[]
  await portal.call(contract.webhooks.create, { body: { name: 'Shop', url, events, active: true } }, me)
  return me
}

let histories = 0
export async function openHistory({ on, operator, clientOf }: GoodsPortal, client: Model['client']): Promise<History> {
  const prefix = `H${++histories}`
  const me = await clientOf(client)
  for (const sku of ['A', 'B']) await makeSku(on.portal.testDatabase, { client: me.client, code: `${prefix}-${sku}` })
  const known = { references: new Map(), ownNames: new Map(), commands: new Map(), reservations: new Map() }
  return { on, me, operator, prefix, start: Date.now() - DAY_MS, ...known, reportCount: 0, codeVersion: 0 }
}

/** Performs a step, given the model before and after it. `isToBeRefused`: the product must refuse it. */
export async function act(
  history: History,
  step: Step,
  { before, after, isToBeRefused }: { before: Model; after: Model; isToBeRefused: boolean },
): Promise<void> {
  const does = ACT[step.do] as (of: History, one: Step, was: Model, is: Model) => Promise<number>
  const status = await does(history, step, before, after)
  if (status === (isToBeRefused ? 422 : 200)) return
  throw new UnexpectedAnswer(`answered ${status} instead of ${isToBeRefused ? 'refusing it' : 'doing it'}`)
}

/** Runs the jobs: settles exchanges, and folds stock deltas. */
export async function settle({ on: { portal } }: History): Promise<void> {
  const options = { database: portal.database, services: portal.app.services, log: portal.app.log }
  while ((await settleExchanges(options, new Date())) > 0);
  await foldFacts(portal.database, [stockFacts])
}

const ACT: {
  readonly [Do in Step['do']]: (history: History, step: StepOf<Do>, before: Model, after: Model) => Promise<number>
} = {
  ...ORDER_ACTIONS,
  count: (of, { sku, pieces, ago }, model) =>
    feed(
      of,
      'stock',
      [[skuOf(of, sku), pieces, at(of, Math.max(0, model.minute - ago) + 0.5)]],
      'SKU,stockOnHand,asOf',
    ),
  'goods in': (of, { sku, pieces }, model) =>
    feed(of, 'stock', [[skuOf(of, sku), 'goods-in', pieces, at(of, model.minute + 1)]], 'SKU,kind,quantity,asOf'),
  async reserve(of, { sku, pieces, order }) {
    const until = addDays(dayOf(new Date()), 30)
    const whatFor = order ? { purpose: 'order', orderNumber: orderNumberOf(of, order) } : { purpose: 'promotion' }
    const body = { sku: skuOf(of, sku), type: 'SELLABLE', pieces, until, ...whatFor }
    const answer = await of.on.portal.send(reservations.addReservation, { body }, of.me)
    if (answer.status === 200) {
      const { _id: id } = (answer.body as { reservation: { _id: string } }).reservation
      of.reservations.set(sku, [...(of.reservations.get(sku) ?? []), id])
    }
    return answer.status
  },
  async 'release reservation'(of, { sku }) {
    const params = { id: of.reservations.get(sku)?.pop() ?? '' }
    return (await of.on.portal.call(reservations.releaseReservation, { params, query: {} }, of.me)).status
  },
  async return(of, { ref, order, line, quantity, exchange, known, ownName }) {
    if (!known) {
      of.references.set(ref, `${of.prefix}-${ref}`)
      return 200
    }
    const resolution = exchange ? ('exchange' as const) : ('refund' as const)
    const lines = [{ lineNumber: line, quantity, reason: 'MIND', resolution }]
    const body = { orderNumber: orderNumberOf(of, order), lines }
    const answer = await of.on.portal.call(returns.announce, { body }, of.me)
    if (answer.status !== 200) return answer.status
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
    const key = unreportedReceipt(one)
    if (!one || key === undefined) return 422
    const quantity = one.parts[0]?.quantity ?? 0
    // If the feed is first, the product refuses the staff's report.
    const [, status] = await Promise.all([
      mark(of, model, { ref, quantity }, 'received'),
      reportEvents(of, model, { ref, files: false }, [{ key, state: 'received', minute: Number(key), quantity }]),
    ])
    return status
  },
  async 'feed says'(of, step, model) {
    const one = model.returns.get(step.ref)
    return one ? reportEvents(of, model, step, rowsToReport(one, step)) : 422
  },
  async 'feed repeats'(of, { ref, asOthers }, model) {
    const one = model.returns.get(ref)
    if (!one) return 422
    const reported = eventsOf(one).filter(({ key }) => one.reported.has(key))
    const again = asOthers
      ? reported.map((event) => ({
          ...event,
          key: `${event.key} again ${++of.reportCount}`,
          minute: event.minute + 0.2,
        }))
      : reported
    return reportEvents(of, model, { ref, files: false }, again)
  },
  withdraw: (of, step, model) => mark(of, model, step, 'withdrawn'),
  expire: (of, step, model) => mark(of, model, step, 'expired'),
  async refund(of, { ref, quantity, by, much }, model) {
    const one = model.returns.get(ref)
    if (!one) return 422
    if (by === 'feed') {
      const minute = model.minute + 0.1 + ++of.reportCount / 1_000_000
      return reportEvents(of, model, { ref, files: false }, [
        { key: `refund ${of.reportCount}`, state: 'refunded', minute, quantity },
      ])
    }
    const amount = ((priceOf(model, one) * quantity + (much ? 1 : 0)) / 100).toFixed(2)
    const body = { lines: [{ lineNumber: one.line, quantity }], amount }
    const params = { reference: of.references.get(ref) ?? '' }
    return (await of.on.portal.send(returns.refund, { params, body }, of.me)).status
  },
}

async function mark(
  { on, me, references }: History,
  model: Model,
  { ref, quantity }: { ref: string; quantity: number },
  state: 'received' | 'withdrawn' | 'expired',
): Promise<number> {
  const lines = [{ lineNumber: model.returns.get(ref)?.line ?? 1, quantity }]
  const params = { reference: references.get(ref) ?? '' }
  return (await on.portal.call(returns.mark, { params, body: { state, lines, reason: '' } }, me)).status
}

type ReportedRow = Omit<Event, 'state'> & { readonly state: Event['state'] | 'refunded' }

async function reportEvents(
  of: History,
  model: Model,
  { ref, files }: { ref: string; files: boolean },
  events: readonly ReportedRow[],
): Promise<number> {
  const one = model.returns.get(ref)
  const rows = events.map(({ key, state, minute, quantity }) => [
    of.ownNames.get(ref) ?? of.references.get(ref) ?? '',
    orderNumberOf(of, one?.order ?? ''),
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

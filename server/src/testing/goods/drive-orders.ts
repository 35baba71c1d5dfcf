import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { csv } from '../feed-portal.ts'
import { orderBody } from '../order-body.ts'
import { at, feed, type History, orderNumberOf, UnexpectedAnswer, skuOf } from './history.ts'
import type { Model } from './model.ts'
import type { Line, Sku, Step, StepOf } from './step.ts'
import type { ORDER_STEPS } from './do-orders.ts'

/** Performs the steps on orders over HTTP. The model after the step gives the details. */

const { orders, feeds } = contract
const ORDERS =
  'orderNumber,SKU,quantity,unitValue,orderDate,customerFirstName,customerLastName,email,addressLine1,postCode,country'
const DESPATCHES = 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity'

export const ORDER_ACTIONS: {
  readonly [Do in keyof typeof ORDER_STEPS]: (
    of: History,
    step: StepOf<Do>,
    before: Model,
    after: Model,
  ) => Promise<number>
} = {
  client: async () => 200,
  order: (of, step) => (step.byHand ? createOrder(of, step) : feedOrder(of, step.order, step.lines)),
  cancel: (of, step) => command(of, step),
  suspend: (of, step) => command(of, step),
  release: (of, step) => command(of, step),
  async amend(of, { order, line, quantity }, _before, model) {
    const lines = (model.orders.get(order)?.lines ?? []).map((one, place) =>
      place === line - 1 ? { ...one, quantity } : one,
    )
    const body = { orderNumber: orderNumberOf(of, order), items: lines.map((one) => itemOf(of, one)) }
    const { status, body: answer } = await of.on.portal.send(orders.amend, { body }, of.me)
    if (status === 200) of.commands.set(order, (answer as { commandId: string }).commandId)
    return status
  },
  async undo(of, { order }) {
    const params = { commandId: of.commands.get(order) ?? '' }
    const { status, body } = await of.on.portal.call(orders.undo, { params }, of.me)
    return status === 200 && body.done === 1 ? 200 : 422
  },
  pick: (of, { order }) => feed(of, 'despatches', [[orderNumberOf(of, order), 'Picking']], 'orderNumber,status'),
  pack: (of, { order }) => feed(of, 'despatches', [[orderNumberOf(of, order), 'Packed']], 'orderNumber,status'),
  despatch: (of, { order, holds }, _before, model) => reportParcel(of, model, order, holds !== 'untold'),
  contents: (of, { order }, _before, model) => reportParcel(of, model, order, true),
  scan(of, { order, parcel, code }, _before, model) {
    const scan = model.orders.get(order)?.parcels[parcel - 1]?.scans.at(-1)
    const row = [trackingOf(of, order, parcel), 'DPD', code === 'own' ? ownCodeOf(of) : code, at(of, scan?.minute ?? 0)]
    return feed(of, 'delivery-events', [row], 'trackingNumber,carrier,code,occurredAt')
  },
  async map(of, { to }) {
    const key = { carrier: 'DPD', code: ownCodeOf(of) }
    const answer = to
      ? await of.on.portal.call(
          feeds.setEventCode,
          { body: { ...key, state: to, reason: '', description: '', version: of.codeVersion } },
          of.operator,
        )
      : await of.on.portal.call(feeds.deleteEventCode, { query: { ...key, version: `${of.codeVersion}` } }, of.operator)
    of.codeVersion = to ? of.codeVersion + 1 : 0
    await jobsDone(of)
    return answer.status
  },
  /** If both are not possible, one may be refused. */
  async 'at once'(of, { order, steps }, before, after) {
    await Promise.all(
      steps.map((one) =>
        (ORDER_ACTIONS[one.do] as (on: History, step: Step, was: Model, is: Model) => Promise<number>)(
          of,
          { ...one, order },
          before,
          after,
        ),
      ),
    )
    of.commands.delete(order)
    return 200
  },
  async 'close short'(of, { order }) {
    return (
      await of.on.portal.call(orders.closeShort, { body: { orderNumber: orderNumberOf(of, order), note: '' } }, of.me)
    ).status
  },
  async reopen(of, { order }) {
    return (await of.on.portal.call(orders.reopen, { body: { orderNumber: orderNumberOf(of, order) } }, of.me)).status
  },
  async 'take back'(of, { order }) {
    const [row] = await of.on.portal.testDatabase.asOwner(
      'select feed_run from orders where client_code = $1 and order_number = $2',
      [of.me.client, orderNumberOf(of, order)],
    )
    const params = { run: Number(row?.['feed_run']) }
    return (await of.on.portal.call(feeds.takeBack, { params, body: { reason: '' } }, of.me)).status
  },
  'feed again': (of, { order }, _before, model) => feedOrder(of, order, model.orders.get(order)?.fed ?? []),
}

async function feedOrder(of: History, order: string, lines: readonly Line[]): Promise<number> {
  // Before the history starts; its despatch day, the next working day, is never before today.
  const day = addDays(dayOf(new Date()), -1)
  const rows = lines.map(({ sku, quantity, price }) => [
    orderNumberOf(of, order),
    skuOf(of, sku),
    quantity,
    pounds(price),
    day,
    'Jo',
    'Ex',
    `${of.prefix}@example.com`,
    '1 High St',
    'LS1 4AP',
    'GB',
  ])
  const { status, summary, refused } = await of.on.feed(csv(rows, ORDERS), { as: of.me })
  if (status === 200 && summary.refused > 0) throw new UnexpectedAnswer(JSON.stringify(refused))
  return status
}

async function createOrder(of: History, { order, lines }: StepOf<'order'>): Promise<number> {
  const items = lines.map((line) => itemOf(of, line))
  const body = orderBody({ SKU: '', orderNo: orderNumberOf(of, order), items, email: `${of.prefix}@example.com` })
  return (await of.on.portal.send(orders.create, { body }, of.me)).status
}

const pounds = (pence: number) => (pence / 100).toFixed(2)
const itemOf = (of: History, { sku, quantity, price }: Line) => ({
  SKU: skuOf(of, sku),
  quantity,
  totalValue: pounds(quantity * price),
})

async function command(of: History, step: { do: 'cancel' | 'suspend' | 'release'; order: string }): Promise<number> {
  const commandId = randomUUID()
  const order = { clientCode: of.me.client, orderNumber: orderNumberOf(of, step.order) }
  const body = { commandId, orders: [order], ...(step.do === 'suspend' && { reason: 'Customer asked' }) }
  const answer = await of.on.portal.send(orders[step.do], { body }, of.me)
  of.commands.set(step.order, commandId)
  return answer.status === 200 && (answer.body as { done: number }).done === 1 ? 200 : 422
}

const ownCodeOf = ({ prefix }: History) => `${prefix}-OWN`

/** Waits until events have the current meaning of their code. */
async function jobsDone({ on }: History): Promise<void> {
  for (;;) {
    const [row] = await on.portal.testDatabase.asOwner(
      `select count(*)::int as waiting from jobs.job where name = 'event-code' and state in ('created', 'retry', 'active')`,
    )
    if (row?.['waiting'] === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const trackingOf = ({ prefix }: History, order: string, parcel: number) => `T${prefix}${order.toUpperCase()}P${parcel}`

/** The warehouse reports the last parcel of an order, and its contents. */
function reportParcel(of: History, model: Model, order: string, hasContents: boolean): Promise<number> {
  const modelOrder = model.orders.get(order)
  const parcel = modelOrder?.parcels.at(-1)
  const head = [orderNumberOf(of, order), trackingOf(of, order, modelOrder?.parcels.length ?? 0), 'DPD']
  // A parcel reported without a time left when it was reported.
  const left = parcel && modelOrder?.pickedAt === null ? at(of, parcel.minute) : ''
  const contents: (readonly [Sku, number])[] = [...(parcel?.contents ?? [])]
  const rows = hasContents
    ? contents.map(([sku, pieces]) => [...head, left, skuOf(of, sku), pieces])
    : [[...head, left, '', '']]
  return feed(of, 'despatches', rows, DESPATCHES)
}
